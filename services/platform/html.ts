const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for use in HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => entities[c] ?? c)

/** Lets the email addresses of an escaped text break after the at sign if they do not fit a line. */
export const withEmailBreaks = (html: string): string => html.replaceAll('@', '@<wbr>')
