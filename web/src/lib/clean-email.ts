/** Removes the invisible characters and surrounding spaces that pasted addresses often contain. Never for passwords. */
export const cleanEmail = (text: string): string => text.replace(/\p{Cf}/gu, '').trim()
