import { strFromU8, unzipSync } from 'fflate'
import { maxBytes, type Passage } from './passage.ts'

/** Bounds against archives that unpack to far more than their size. */
const maxEntries = 2000
const maxEntryBytes = 20 * 1024 * 1024
const maxTotalBytes = 40 * 1024 * 1024

/**
 * Unpacks the parts of an Office document whose names match. Throws beyond the bounds. The sizes come from the
 * archive's directory. The library allocates its buffers by them, so a false size unpacks no more.
 */
const unpack = (bytes: Uint8Array, names: RegExp): ReadonlyMap<string, string> => {
  let entries = 0
  let total = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      entries += 1
      if (entries > maxEntries) throw new Error('The document has too many parts')
      if (!names.test(name)) return false
      total += originalSize
      if (originalSize > maxEntryBytes || total > maxTotalBytes)
        throw new Error('The document unpacks to too many bytes')
      return true
    },
  })
  return new Map(Object.entries(parts).map(([name, part]) => [name, strFromU8(part)]))
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|lt|gt|amp|quot|apos);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0x10ffff ? '' : String.fromCodePoint(code)
  })

interface Element {
  readonly attributes: string
  /** '' for an empty element. */
  readonly content: string
}

/**
 * Returns every element with this tag, in order. Elements must not contain each other. Takes time in proportion to the
 * length of the text, whatever it is: a file of a few bytes can unpack to millions of tags that do not end.
 */
const elements = (xml: string, tag: string): Element[] => {
  const found: Element[] = []
  const start = new RegExp(`<${tag}(?=[\\s/>])([^<>]*)>`, 'g')
  for (let match = start.exec(xml); match !== null; match = start.exec(xml)) {
    const [, attributes = ''] = match
    if (attributes.endsWith('/')) {
      found.push({ attributes, content: '' })
      continue
    }
    const end = xml.indexOf(`</${tag}>`, start.lastIndex)
    if (end < 0) break
    found.push({ attributes, content: xml.slice(start.lastIndex, end) })
    start.lastIndex = end
  }
  return found
}

const textIn = (xml: string, tag: string): string =>
  elements(xml, tag)
    .map(({ content }) => decoded(content))
    .join('')

interface Paragraph {
  text: string
  isHeading: boolean
}

/** Characters that Word and PowerPoint store as empty elements. */
const signs: Readonly<Record<string, string>> = { tab: ' ', br: ' ', cr: ' ', noBreakHyphen: '-' }

const isHeadingStyle = (attributes: string): boolean =>
  /\sw:val="(?:Heading|Title|berschrift)\w*"/i.test(attributes)

/** Adds the text that an element of a paragraph stands for. */
const addElement = (paragraph: Paragraph, name: string, attributes: string, text: string): void => {
  if (name === 't') paragraph.text += attributes.endsWith('/') ? '' : decoded(text)
  else if (name === 'pStyle') paragraph.isHeading = isHeadingStyle(attributes)
  else paragraph.text += signs[name] ?? ''
}

/** The forms in which a document repeats one content for newer and older versions of Office. */
interface Forms {
  hasText: boolean
  /** True if the current form repeats an earlier one. */
  isRepeated: boolean
}

/** Levels in which contents with several forms contain each other. Word writes two or three. */
const maxNestedForms = 100

/** Records the start or the end of a content with several forms, or of one of its forms. Throws beyond the bound. */
const followForms = (open: Forms[], name: string, isEnd: boolean): void => {
  const current = open.at(-1)
  if (name !== 'AlternateContent') {
    if (current) current.isRepeated = !isEnd && current.hasText
  } else if (isEnd) open.pop()
  else if (open.length === maxNestedForms) throw new Error('The document repeats contents in too many levels')
  else open.push({ hasText: false, isRepeated: false })
}

/** Returns the paragraphs of a part, in the order of their starts. A text box in a paragraph has its own paragraphs. */
const paragraphsOf = (xml: string, prefix: 'w' | 'a'): Paragraph[] => {
  const all: Paragraph[] = []
  const open: Paragraph[] = []
  const forms: Forms[] = []
  const names = ['p', 't', 'pStyle', ...Object.keys(signs)].join('|')
  const tags = new RegExp(
    `<(/?)(?:${prefix}:(${names})|mc:(AlternateContent|Choice|Fallback))(?=[\\s/>])([^<>]*)>([^<]*)`,
    'g',
  )
  for (const [, slash = '', name = '', form = '', attributes = '', text = ''] of xml.matchAll(tags)) {
    const isEnd = slash !== ''
    if (form !== '' && !attributes.endsWith('/')) followForms(forms, form, isEnd)
    if (form !== '' || forms.some(({ isRepeated }) => isRepeated)) continue
    const current = open.at(-1)
    if (name === 'p' && isEnd) open.pop()
    else if (name === 'p' && !attributes.endsWith('/')) {
      const paragraph = { text: '', isHeading: false }
      all.push(paragraph)
      open.push(paragraph)
    } else if (current && !isEnd) {
      addElement(current, name, attributes, text)
      if (name === 't' && text.trim() !== '') for (const one of forms) one.hasText = true
    }
  }
  return all
}

/** Maximum length of a heading or sheet name, which every passage below it repeats. */
const maxPlaceCharacters = 100

/** Returns the paragraphs of a Word document, each under its last heading. */
const wordText = (parts: ReadonlyMap<string, string>): Passage[] => {
  let place = 'Start of the document'
  return paragraphsOf(parts.get('word/document.xml') ?? '', 'w').flatMap((paragraph) => {
    const text = paragraph.text.trim()
    if (text === '') return []
    if (paragraph.isHeading) place = text.slice(0, maxPlaceCharacters)
    return [{ place, text }]
  })
}

const numberIn = (name: string): number => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0)

const partsIn = (parts: ReadonlyMap<string, string>, names: RegExp): [name: string, xml: string][] =>
  [...parts].filter(([name]) => names.test(name)).toSorted(([a], [b]) => numberIn(a) - numberIn(b))

const attributeOf = (tag: string, name: string): string =>
  decoded(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** Returns the names of a workbook's sheets by the part that has their content. */
const sheetNames = (parts: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const relations = (parts.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/<Relationship\s[^<>]*>/g)
  const targets = new Map([...relations].map(([tag]) => [attributeOf(tag, 'Id'), attributeOf(tag, 'Target')]))
  const sheets = (parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet\s[^<>]*>/g)
  return new Map(
    [...sheets].map(([tag]) => {
      const target = targets.get(attributeOf(tag, 'r:id')) ?? ''
      const name = attributeOf(tag, 'name').slice(0, maxPlaceCharacters)
      return [target.startsWith('/') ? target.slice(1) : `xl/${target}`, name]
    }),
  )
}

/** Returns the rows of a spreadsheet's sheets. */
const excelText = (parts: ReadonlyMap<string, string>): Passage[] => {
  const shared = elements(parts.get('xl/sharedStrings.xml') ?? '', 'si').map(({ content }) =>
    textIn(content, 't'),
  )
  const names = sheetNames(parts)
  const cellText = ({ attributes, content }: Element): string => {
    const value = textIn(content, 'v')
    return /\st="s"/.test(attributes) ? (shared[Number(value)] ?? '') : value || textIn(content, 't')
  }
  /** Stops once the text exceeds what can be stored: a row can repeat a long text in every cell. */
  const rowText = (row: string): string => {
    let text = ''
    for (const cell of elements(row, 'c')) {
      const value = cellText(cell)
      if (value !== '') text += text === '' ? value : ` ${value}`
      if (text.length > maxBytes) break
    }
    return text
  }
  return partsIn(parts, /^xl\/worksheets\/sheet\d+\.xml$/).flatMap(([part, sheet], index) =>
    elements(sheet, 'row').map(({ content }) => ({
      place: `Sheet ${names.get(part) ?? String(index + 1)}`,
      text: rowText(content),
    })),
  )
}

/** Returns the paragraphs of each slide of a presentation. */
const powerPointText = (parts: ReadonlyMap<string, string>): Passage[] =>
  partsIn(parts, /^ppt\/slides\/slide\d+\.xml$/).map(([, slide], index) => ({
    place: `Slide ${index + 1}`,
    text: paragraphsOf(slide, 'a')
      .map(({ text }) => text)
      .join(' '),
  }))

const readers: Readonly<
  Record<string, { parts: RegExp; read: (parts: ReadonlyMap<string, string>) => Passage[] }>
> = {
  docx: { parts: /^word\/document\.xml$/, read: wordText },
  xlsx: {
    parts: /^xl\/(?:(?:workbook|sharedStrings|worksheets\/sheet\d+)\.xml|_rels\/workbook\.xml\.rels)$/,
    read: excelText,
  },
  pptx: { parts: /^ppt\/slides\/slide\d+\.xml$/, read: powerPointText },
}

/**
 * Returns the text of a Word, Excel or PowerPoint file of 2007 or later; nothing for other files. Throws if unreadable.
 */
export const officeText = (extension: string, bytes: Uint8Array): Passage[] => {
  const reader = readers[extension]
  return reader === undefined ? [] : reader.read(unpack(bytes, reader.parts))
}
