/** Result of the strength meter. It is advice only: no password is rejected for it. */
export type StrengthBand = 'Weak' | 'Fair' | 'Good' | 'Strong'

export interface PasswordStrength {
  /** 0 to 105: 15 points for each of five criteria, and 10 for each of three lengths. */
  score: number
  band: StrengthBand
}

const criteria: readonly ((password: string) => boolean)[] = [
  (password) => lengthOf(password) >= 6,
  (password) => /\p{Ll}/u.test(password),
  (password) => /\p{Lu}/u.test(password),
  (password) => /\p{Nd}/u.test(password),
  // A symbol is anything other than a letter, digit or white space.
  (password) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
]

const bonusLengths = [8, 12, 16] as const

/** Counts characters, not UTF-16 units. */
const lengthOf = (password: string): number => [...password].length

/** Scores a password: 15 points for each criterion and 10 for each length reached. */
export const passwordStrength = (password: string): PasswordStrength => {
  const score =
    15 * criteria.filter((isMet) => isMet(password)).length +
    10 * bonusLengths.filter((length) => lengthOf(password) >= length).length
  return { score, band: bandOf(score) }
}

const bandOf = (score: number): StrengthBand => {
  if (score >= 70) return 'Strong'
  if (score >= 50) return 'Good'
  if (score >= 30) return 'Fair'
  return 'Weak'
}
