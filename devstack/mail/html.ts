const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

/** Plain text as HTML, with the shop's own web addresses as links: of any other, somebody may have typed it. */
export const linkedText = (text: string, shopOrigin: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part) =>
      URL.canParse(part) && new URL(part).origin === shopOrigin
        ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('');

/**
 * A mail's HTML as it is shown in a frame: its links replace the page around the frame, unless they say otherwise. The base goes
 * after the document type: before it the mail would be laid out as pages were in the nineties.
 */
export const framedHtml = (html: string): string =>
  html.replace(/^(?:\s*<!doctype[^>]*>)?/i, (doctype) => `${doctype}<base target="_top">`);
