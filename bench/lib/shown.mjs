/**
 * Runs in the page: defines `watchShown(selector, text)`, after which `window.shown` is a promise of what the next click or change led
 * to, as soon as the first element of the selector has the text and is painted; it rejects after 20 s.
 */
export function watchShown() {
  const WAITING = 'main .spinner, main .skeleton';
  window.watchShown = (selector, text) => {
    let from;
    let waited = false;
    let shift = 0;
    const began = (event) => {
      from ??= event.timeStamp;
    };
    for (const type of ['click', 'change']) addEventListener(type, began, { capture: true });
    const shifts = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
    });
    shifts.observe({ type: 'layout-shift' });
    window.shown = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`Not shown within 20 s: ${text}`)), 20_000);
      const changes = new MutationObserver(() => {
        if (from === undefined) return;
        waited ||= document.querySelector(WAITING) !== null;
        if (document.querySelector(selector)?.textContent.trim() !== text) return;
        changes.disconnect();
        for (const type of ['click', 'change']) removeEventListener(type, began, { capture: true });
        // behind the frame that paints it
        requestAnimationFrame(() =>
          setTimeout(() => {
            const took = performance.now() - from;
            // what moves once it is there
            setTimeout(() => {
              shifts.disconnect();
              resolve({ took, waited, shift });
            }, 300);
          }),
        );
      });
      changes.observe(document.documentElement, { subtree: true, childList: true, characterData: true });
    });
  };
}
