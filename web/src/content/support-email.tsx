import { brand } from '#shared/values/brand.ts'

const [user, host] = brand.supportEmail.split('@')

/** Link to the support address. On a narrow screen, the address breaks after the at sign, not inside a word. */
export const SupportEmail = () => (
  <a href={`mailto:${brand.supportEmail}`}>
    {`${user}@`}
    <wbr />
    {host}
  </a>
)
