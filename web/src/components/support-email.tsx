import { brand } from '#shared/values/brand.ts'
import { withEmailBreaks } from '#web/ui/email-breaks.tsx'

/** Link to the support address. On a narrow screen, the address breaks after the at sign, not inside a word. */
export const SupportEmail = () => (
  <a href={`mailto:${brand.supportEmail}`}>{withEmailBreaks(brand.supportEmail)}</a>
)
