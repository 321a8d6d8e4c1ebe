import { type Document, sampleMark } from './document.ts'
import { widthOf, wrap } from './helvetica.ts'

/** A4 in points. */
const page = { width: 595, height: 842, margin: 68 }
const textWidth = page.width - 2 * page.margin

interface Line {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly bold: boolean
  /** 0 (black, the default) to 1 (white). */
  readonly grey?: number
}

/** Characters that our texts use from Windows-1252 but that Latin-1 does not contain. */
const winAnsi: Readonly<Record<string, number>> = {
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
}

/** Encodes a PDF string in WinAnsiEncoding. Throws an error for unsupported characters. */
const literal = (text: string): string => {
  const bytes = [...text].map((char) => winAnsi[char] ?? char.charCodeAt(0))
  const unsupported = bytes.findIndex((byte) => byte > 0xff)
  if (unsupported !== -1) throw new Error(`The PDF font has no ${[...text][unsupported]}`)
  return `<${Buffer.from(bytes).toString('hex')}>`
}

/** Encodes a PDF string outside the page content, where all of Unicode is allowed: UTF-16 with a byte order mark. */
const unicode = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

/** Breaks the document into pages of lines. */
const layOut = ({ title, sections }: Document): Line[][] => {
  const pages: Line[][] = [[]]
  let y = page.height - page.margin - 24
  const place = (text: string, size: number, bold: boolean, spaceBefore: number) => {
    const isListItem = text.startsWith('- ')
    const indent = isListItem ? 14 : 0
    y -= spaceBefore
    for (const [index, line] of wrap(
      isListItem ? text.slice(2) : text,
      size,
      bold,
      textWidth - indent,
    ).entries()) {
      y -= size * 1.45
      if (y < page.margin + 12) {
        pages.push([])
        y = page.height - page.margin - size * 1.45
      }
      const current = pages.at(-1)
      if (isListItem && index === 0) current?.push({ text: '•', x: page.margin, y, size, bold })
      current?.push({ text: line, x: page.margin + indent, y, size, bold })
    }
  }
  place(title, 22, true, 0)
  for (const { heading, text } of sections) {
    place(heading, 13, true, 16)
    for (const paragraph of text) place(paragraph, 10.5, false, paragraph.startsWith('- ') ? 2 : 6)
  }
  return pages
}

const content = (lines: readonly Line[], number: number, of: number): string => {
  const pageNumber = `Page ${number} of ${of}`
  const right = page.width - page.margin - widthOf(pageNumber, 9, false)
  const footer: Line[] = [
    { text: sampleMark, x: page.margin, y: 40, size: 9, bold: false, grey: 0.35 },
    { text: pageNumber, x: right, y: 40, size: 9, bold: false, grey: 0.35 },
    { text: 'SAMPLE', x: page.margin, y: page.height - 52, size: 11, bold: true, grey: 0.45 },
  ]
  return [...footer, ...lines]
    .map(
      ({ text, x, y, size, bold, grey = 0 }) =>
        `BT ${grey} g /${bold ? 'B' : 'R'} ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td ${literal(text)} Tj ET`,
    )
    .join('\n')
}

const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`

/** Joins objects, numbered from 1, into a file with a table of byte offsets. */
const assemble = (objects: readonly string[]): Buffer => {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(text, 'latin1')
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  const start = Buffer.byteLength(text, 'latin1')
  return Buffer.from(
    `${text}${table}trailer\n<</Size ${size}/Root 1 0 R/Info 3 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  )
}

/** Writes a document as a PDF of A4 pages, with its title, page numbers and the sample mark. */
export const pdf = (document: Document): Buffer => {
  const pages = layOut(document)
  const firstPage = 6
  const references = pages.map((_, index) => `${firstPage + 2 * index} 0 R`)
  return assemble([
    '<</Type/Catalog/Pages 2 0 R/Lang(en-GB)/ViewerPreferences<</DisplayDocTitle true>>>>',
    `<</Type/Pages/Kids[${references.join(' ')}]/Count ${pages.length}>>`,
    `<</Title ${unicode(document.title)}>>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...pages.flatMap((lines, index) => {
      const stream = content(lines, index + 1, pages.length)
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.width} ${page.height}]` +
          `/Resources<</Font<</R 4 0 R/B 5 0 R>>>>/Contents ${firstPage + 2 * index + 1} 0 R>>`,
        `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
      ]
    }),
  ])
}
