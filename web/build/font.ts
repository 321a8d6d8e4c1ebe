import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const source = '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2'

/** The characters of headings: printable ASCII and the typographic characters of British English. */
const characters =
  Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('') + '£·é–—‘’“”…'

/** Display size in the one weight that headings use. A range of weights would double the file size. */
const axes = { opsz: 40, wght: 500 }

export interface HeadingFont {
  /** Address of the file with all characters. */
  readonly href: string
  /** The `@font-face` rules of a page that preloads the file. */
  readonly css: string
  /**
   * Returns a font of the characters of `text` as a `data:` address, and the `@font-face` rules of a page whose
   * headings these are. The first paint waits for no file. Browsers load the file only for other characters.
   */
  readonly inline: (text: string) => Promise<{ readonly href: string; readonly css: string }>
}

const keepFeatures = ['kern', 'lnum', 'tnum']

const subset = async (): Promise<Buffer> =>
  subsetFont(await readFile(createRequire(import.meta.url).resolve(source)), characters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    noHinting: true,
    keepFeatures,
  })

/** Cached, because repeated builds in one process need the same fonts. The keys are their characters. */
const cached = new Map<string, Promise<Buffer>>()

const cachedFont = (text: string, make: () => Promise<Buffer>): Promise<Buffer> => {
  const font = cached.get(text) ?? make()
  cached.set(text, font)
  return font
}

/**
 * Reduces the heading typeface to the characters in use, and writes it to `<outdir>/assets`. The fallback font is
 * adjusted to the same proportions, so that text never moves.
 */
export const buildFont = async (outdir: string): Promise<HeadingFont> => {
  const font = await cachedFont(characters, subset)
  const hash = createHash('sha256').update(font).digest('base64url').slice(0, 8)
  const href = `/assets/heading-${hash}.woff2`
  await mkdir(join(outdir, 'assets'), { recursive: true })
  await writeFile(join(outdir, href), font)
  return {
    href,
    // Shown only if it has loaded before the first paint: an app page must not change its typeface while it is used.
    css: fontFace(`url(${href})`, 'font-display:optional') + fallback,
    inline: async (text) => {
      const used = [...new Set(text)].filter((character) => characters.includes(character)).toSorted()
      const part = await cachedFont(used.join(''), () =>
        subsetFont(font, used.join(''), { targetFormat: 'woff2', noHinting: true, keepFeatures }),
      )
      const data = `data:font/woff2;base64,${part.toString('base64')}`
      // For the characters in its range, a later rule takes precedence.
      const css =
        fontFace(`url(${href})`, 'font-display:swap') +
        fontFace(`url(${data})`, `font-display:optional;unicode-range:${unicodeRange(used)}`) +
        fallback
      return { href: data, css }
    },
  }
}

const fallback = `@font-face{font-family:'Newsreader Fallback';src:local('Georgia'),local('Gelasio');size-adjust:92%;ascent-override:80%;descent-override:29%;line-gap-override:0%}`

const fontFace = (source: string, display: string): string =>
  `@font-face{font-family:'Newsreader Heading';src:${source} format('woff2');font-weight:500;${display}}`

/** Returns the characters in the notation of CSS. Adjacent characters become ranges. */
export const unicodeRange = (used: readonly string[]): string => {
  const ranges: { first: number; last: number }[] = []
  for (const point of used.map((character) => character.codePointAt(0) ?? 0).toSorted((a, b) => a - b)) {
    const before = ranges.at(-1)
    if (before?.last === point - 1) before.last = point
    else ranges.push({ first: point, last: point })
  }
  const hex = (point: number) => point.toString(16).toUpperCase()
  return ranges
    .map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(',')
}
