/** Formats a number in British English: `1,234`. */
export const numberText = (value: number): string => value.toLocaleString('en-GB')

/** Formats a number of things, whose plural ends in s: `1 minute`, `1,234 minutes`. */
export const numberOf = (count: number, thing: string): string =>
  `${numberText(count)} ${thing}${count === 1 ? '' : 's'}`
