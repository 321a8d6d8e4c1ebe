/**
 * Removes the invisible characters and surrounding spaces that pasted addresses often contain. Must not be used for
 * passwords.
 */
export const cleanEmail = (text: string): string => text.replace(/\p{Cf}/gu, '').trim()
