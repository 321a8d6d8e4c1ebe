/**
 * Folds a text for searching: lower case, without accents and apostrophes, and with every other sign as a space, so
 * that `Renters’ Rights: check-in` becomes `renters rights check in`.
 */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʼ`´]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
