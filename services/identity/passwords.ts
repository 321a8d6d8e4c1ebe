import { brand } from '#shared/values/brand.ts'
import { minPasswordLength } from '#shared/values/limits.ts'
import { isCommonPassword } from './common-passwords.ts'

/**
 * Words of this service and of its trade, and passwords that attackers try first but that the list of leaked ones
 * lacks. OWASP ASVS 6.2.11 requires the former; it does not require composition rules (6.2.5).
 */
const easyToGuess = new Set([
  brand.name.toLowerCase(),
  ...`landlord landlord1 property property1 letting lettings agency agency1 0123456789 987654321 87654321 654321
  121212 222222 333333 555555 777777 888888 999999 00000000 88888888 abcdef abcdefg abcdefgh aa123456 qwerty1234
  password12 password1234 p@ssw0rd p@ssword admin1 admin12 admin123 admin1234 administrator root123 toor123
  user123 guest123 login123 welcome123 changeme1 default secret123 test1234 temp123 hellohello iloveyou1
  princess1 sunshine1 monkey123 tottenham london1 hunter2 linkedin facebook photoshop jesuschrist !qaz2wsx
  qwerty!`.split(/\s+/),
])

const isRepeated = (password: string): boolean => new Set(password).size === 1

/** Returns true if a password is long enough, is not a common one and differs from the email address. */
export const isGoodPassword = (password: string, email: string): boolean => {
  const lower = password.toLowerCase()
  return (
    password.length >= minPasswordLength &&
    !isRepeated(lower) &&
    !easyToGuess.has(lower) &&
    !isCommonPassword(lower) &&
    lower !== email.toLowerCase()
  )
}
