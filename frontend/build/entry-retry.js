// A rendered page whose script could not be fetched is loaded once more; after that it can be read, and its links work.
(function () {
  addEventListener(
    'error',
    function (event) {
      var script = event.target;
      if (script.type !== 'module') return;
      try {
        if (sessionStorage.getItem('rapid.retried') === script.src) return;
        sessionStorage.setItem('rapid.retried', script.src);
      } catch {
        // without storage nothing would keep it from loading again and again
        return;
      }
      location.reload();
    },
    // an element's errors do not bubble
    true,
  );
})();
