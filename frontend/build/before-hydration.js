// A button that is clicked, or a form that is sent, before the page's scripts run waits for them: routing/before-hydration.ts
// repeats it. Otherwise the browser would send the form itself, and what was typed would be gone.
(function () {
  function onClick(event) {
    var button = event.target.closest('button');
    // one that sends a form is followed by the form's own event
    if (button && !(button.form && button.type === 'submit')) button.dataset.early = '';
  }
  function onSubmit(event) {
    event.preventDefault();
    event.target.dataset.early = '';
  }
  var address = location.pathname + location.search;
  // Back, after a reload: nothing listens yet that would show the other page
  function onPopState() {
    if (location.pathname + location.search !== address) location.reload();
  }
  addEventListener('popstate', onPopState);
  addEventListener('rapid:hydrated', function () {
    removeEventListener('popstate', onPopState);
  });
  addEventListener('click', onClick, true);
  addEventListener('submit', onSubmit, true);
  addEventListener('rapid:hydrate', function () {
    removeEventListener('click', onClick, true);
    removeEventListener('submit', onSubmit, true);
  });
})();
