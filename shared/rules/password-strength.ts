/** What the strength meter says. It advises; it refuses nothing. */
export type StrengthBand = 'Weak' | 'Fair' | 'Good' | 'Strong'

export interface PasswordStrength {
  /** 0 to 105: five signs of 15 points and three bonuses for length of 10. */
  score: number
  band: StrengthBand
}

const signs: readonly ((password: string) => boolean)[] = [
  (password) => lengthOf(password) >= 6,
  (password) => /\p{Ll}/u.test(password),
  (password) => /\p{Lu}/u.test(password),
  (password) => /\p{Nd}/u.test(password),
  // A symbol is whatever is neither letter nor digit nor white space.
  (password) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
]

const bonusLengths = [8, 12, 16] as const

/** Characters as people count them, not UTF-16 units. */
const lengthOf = (password: string): number => [...password].length

/** Scores a password: 15 points a sign, 10 for each length reached. */
export const passwordStrength = (password: string): PasswordStrength => {
  const score =
    15 * signs.filter((holds) => holds(password)).length +
    10 * bonusLengths.filter((length) => lengthOf(password) >= length).length
  return { score, band: bandOf(score) }
}

const bandOf = (score: number): StrengthBand => {
  if (score >= 70) return 'Strong'
  if (score >= 50) return 'Good'
  if (score >= 30) return 'Fair'
  return 'Weak'
}
