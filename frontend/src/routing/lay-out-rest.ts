/**
 * Lays out what a phone has left out of a rendered page (`.late`, see shell.css), a piece in each frame so that none holds up a
 * touch: a page that is printed, or that Back leads to, is whole.
 */
export async function layOutRest(): Promise<void> {
  // all that is laid out is laid out again when the font arrives
  await document.fonts.ready;
  for (const piece of document.querySelectorAll<HTMLElement>('.late')) {
    piece.style.contentVisibility = 'visible';
    await new Promise(requestAnimationFrame);
  }
  delete document.documentElement.dataset.partial;
}
