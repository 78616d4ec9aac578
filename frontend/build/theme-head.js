// Sets the theme before the first paint, so that nothing flashes. Kept tiny: it blocks the page.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('rapid.theme');
  } catch {
    // Storage is switched off: the system's theme then.
  }
  var dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
