import { png } from './png.ts'

/** Pixel font: five rows of dots for each letter. */
const letters: Readonly<Record<string, readonly string[]>> = {
  S: ['###', '#..', '###', '..#', '###'],
  A: ['.#.', '#.#', '###', '#.#', '#.#'],
  M: ['#...#', '##.##', '#.#.#', '#...#', '#...#'],
  P: ['###', '#.#', '###', '#..', '#..'],
  L: ['#..', '#..', '#..', '#..', '###'],
  E: ['###', '#..', '###', '#..', '###'],
}

const word = [0, 1, 2, 3, 4].map((row) =>
  [...'SAMPLE'].map((letter) => letters[letter]?.[row] ?? '').join('.'),
)
const dot = 6
const centimetre = 60

const isWord = (x: number, y: number) => word[Math.floor(y / dot)]?.[Math.floor(x / dot)] === '#'

/**
 * Draws a card to place beside marks and damage in inventory photographs: a ten-centimetre scale, five shades of
 * grey and the word SAMPLE.
 */
export const scaleCard = (): Buffer =>
  png(12 * centimetre, 5 * centimetre, (x, y) => {
    const column = Math.floor(x / centimetre) - 1
    if (column < 0 || column > 9) return 255
    const row = Math.floor(y / (centimetre / 2))
    if (row === 2 || row === 3) return (column + row) % 2 === 0 ? 0 : 255
    if (row === 4 || row === 5) return Math.floor(column / 2) * 56 + 16
    return isWord(x - centimetre, y - 7 * (centimetre / 2)) ? 0 : 255
  })
