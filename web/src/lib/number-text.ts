/** Formats a number in British English: `1,234`. */
export const numberText = (value: number): string => value.toLocaleString('en-GB')
