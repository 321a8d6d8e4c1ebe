/** `2026-11-20T14:05…` → `20 November 2026 at 14:05`, as the clocks stand in London. */
export const timeInWords = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  }).format(new Date(iso))
