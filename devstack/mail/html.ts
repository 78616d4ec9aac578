const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

/** Plain text as HTML, with its web addresses as links. */
export const linkedText = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join('');

/**
 * A mail's HTML as it is shown in a frame: its links replace the page around the frame, unless they say otherwise. The base goes
 * after the document type: before it the mail would be laid out as pages were in the nineties.
 */
export const framedHtml = (html: string): string =>
  html.replace(/^(?:\s*<!doctype[^>]*>)?/i, (doctype) => `${doctype}<base target="_top">`);
