// Fetches a rendered page's scripts once the page is shown: before, they would share a slow network with its image.
(function () {
  // what is out of view is laid out after them, too: app/lay-out-rest.ts
  document.documentElement.dataset.partial = '';
  var waiting = true;
  function fetchScripts() {
    if (!waiting) return;
    waiting = false;
    document.querySelectorAll('link[rel="after-paint"]').forEach(function (link) {
      link.rel = 'modulepreload';
    });
    document.querySelectorAll('script[type="after-paint"]').forEach(function (inert) {
      var script = document.createElement('script');
      script.type = 'module';
      script.crossOrigin = '';
      // in order, and each in a task of its own
      script.async = false;
      script.setAttribute('src', inert.getAttribute('src'));
      inert.replaceWith(script);
    });
  }
  document.addEventListener('DOMContentLoaded', function () {
    // a task after a frame's callbacks comes after its paint
    requestAnimationFrame(function () {
      setTimeout(fetchScripts);
    });
    // a tab in the background has no frames
    setTimeout(fetchScripts, document.hidden ? 0 : 1000);
  });
})();
