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
  readonly href: string
  /** Its `@font-face` rules. */
  readonly css: string
}

const subset = async (): Promise<Buffer> =>
  subsetFont(await readFile(createRequire(import.meta.url).resolve(source)), characters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    noHinting: true,
    keepFeatures: ['kern', 'lnum', 'tnum'],
  })

/** Cached, because repeated builds in one process need the same font. */
let cached: Buffer | undefined

/**
 * Reduces the heading typeface to the characters in use, and writes it to `<outdir>/assets`. Returns its address and its
 * `@font-face` rules. Browsers show it only if it has loaded before the first paint (`optional`), so that text never
 * moves. The fallback font is adjusted to the same proportions.
 */
export const buildFont = async (outdir: string): Promise<HeadingFont> => {
  const font = (cached ??= await subset())
  const hash = createHash('sha256').update(font).digest('base64url').slice(0, 8)
  const href = `/assets/heading-${hash}.woff2`
  await mkdir(join(outdir, 'assets'), { recursive: true })
  await writeFile(join(outdir, href), font)
  return { href, css: fontFace(href) }
}

const fontFace = (href: string): string =>
  `@font-face{font-family:'Newsreader Heading';src:url(${href}) format('woff2');font-weight:500;font-display:optional}` +
  `@font-face{font-family:'Newsreader Fallback';src:local('Georgia'),local('Gelasio');size-adjust:92%;ascent-override:80%;descent-override:29%;line-gap-override:0%}`
