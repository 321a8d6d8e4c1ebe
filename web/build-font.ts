import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const source = '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2'

/** Printable ASCII and the typographic signs that British English uses: headings may say anything. */
const characters =
  Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('') + '£·é–—‘’“”…'

/** The display cut of the typeface in the one weight that headings use: half the size of a range. */
const axes = { opsz: 40, wght: 500 }

export interface HeadingFont {
  readonly href: string
  /** Its `@font-face` rules. */
  readonly css: string
}

const cut = async (): Promise<Buffer> =>
  subsetFont(await readFile(createRequire(import.meta.url).resolve(source)), characters, {
    targetFormat: 'woff2',
    variationAxes: axes,
    noHinting: true,
    keepFeatures: ['kern', 'lnum', 'tnum'],
  })

/** Cut once: it depends on nothing that changes while a build repeats itself. */
let alreadyCut: Buffer | undefined

/**
 * Cuts the heading typeface down to what headings use and writes it to `<outdir>/assets`. Returns its
 * address and its `@font-face` rule. It is shown only if it is there for the first paint (`optional`), so
 * that text never moves; the stand-in is set to the same proportions for those who see it instead.
 */
export const buildFont = async (outdir: string): Promise<HeadingFont> => {
  const font = (alreadyCut ??= await cut())
  const hash = createHash('sha256').update(font).digest('base64url').slice(0, 8)
  const href = `/assets/heading-${hash}.woff2`
  await mkdir(join(outdir, 'assets'), { recursive: true })
  await writeFile(join(outdir, href), font)
  return { href, css: fontFace(href) }
}

const fontFace = (href: string): string =>
  `@font-face{font-family:'Newsreader Heading';src:url(${href}) format('woff2');font-weight:500;font-display:optional}` +
  `@font-face{font-family:'Newsreader Stand-in';src:local('Georgia'),local('Gelasio');size-adjust:92%;ascent-override:80%;descent-override:29%;line-gap-override:0%}`
