import { brand } from '#shared/values/brand.ts'
import { minPasswordLength } from '#shared/values/limits.ts'

/**
 * Most common passwords in the yearly lists of leaked ones, from six characters on. OWASP ASVS 6.2.4 requires
 * that these are rejected; it does not require composition rules (6.2.5).
 */
const common = new Set([
  brand.name.toLowerCase(),
  ...`123456 1234567 12345678 123456789 1234567890 0123456789 987654321 87654321 654321 123123 123321 112233
  121212 111111 000000 222222 333333 555555 666666 777777 888888 999999 11111111 00000000 88888888 123654
  123456a 1234qwer 12345a 123abc abc123 abcd1234 abcdef abcdefg abcdefgh a123456 a12345 a1b2c3 a1b2c3d4
  aa123456 asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm qazwsx qazwsxedc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  q1w2e3r4 qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwertyuiop qweasd qweasdzxc qwe123 123qwe azerty
  password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword pass123 pass1234
  passwort admin1 admin12 admin123 admin1234 administrator root123 toor123 user123 guest123 login123 letmein
  letmein1 welcome welcome1 welcome123 changeme changeme1 default secret secret1 secret123 master master1
  access access14 trustno1 whatever nothing testing test123 test1234 testtest temp123 hello1 hello123
  hellohello iloveyou iloveyou1 loveyou lovely lovers princess princess1 sunshine sunshine1 monkey monkey1
  monkey123 dragon dragon1 shadow shadow1 superman batman spiderman pokemon starwars minecraft football
  football1 baseball basketball liverpool arsenal chelsea everton tottenham rangers celtic manchester
  barcelona michael jordan jordan23 jennifer jessica charlie charlie1 daniel thomas george robert joshua
  andrew matthew ashley nicole michelle samantha hannah amanda summer winter autumn spring january february
  october november december monday friday sunday london london1 england scotland ireland cheese chocolate
  cookie banana orange purple yellow flower butterfly ginger pepper buster hunter hunter2 killer soccer
  hockey tigger maggie freedom computer internet samsung google linkedin facebook photoshop mustang ferrari
  mercedes harley corvette blink182 metallica slipknot eminem naruto jesus1 jesuschrist heaven angel1 angels
  blessed family friends forever superstar rockstar zaq12wsx !qaz2wsx qwerty! landlord landlord1 property
  property1 letting lettings agency agency1`.split(/\s+/),
])

const isRepeated = (password: string): boolean => new Set(password).size === 1

/** Returns true if a password is long enough, is not a common one and differs from the email address. */
export const isGoodPassword = (password: string, email: string): boolean => {
  const lower = password.toLowerCase()
  return (
    password.length >= minPasswordLength &&
    !isRepeated(lower) &&
    !common.has(lower) &&
    lower !== email.toLowerCase()
  )
}
