const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in HTML or XML, in an attribute too. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => REFERENCES[sign]!);
