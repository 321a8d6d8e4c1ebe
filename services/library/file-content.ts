import { extensionOf } from '../../shared/values/file-types.ts'

interface Ends {
  readonly start: Buffer
  readonly end: Buffer
}

const startsWith =
  (...signatures: readonly string[]) =>
  ({ start }: Ends): boolean =>
    signatures.some((signature) => start.subarray(0, signature.length).toString('latin1') === signature)

/** The first bytes of what Office wrote before 2007: a Compound File. */
const compoundFile = startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')

/** What Office writes since then: a ZIP file whose table, at its end, names the parts of such a document. */
const openXml = (folder: string) => (ends: Ends) =>
  startsWith('PK\x03\x04')(ends) && ends.end.includes(`${folder}/`)

const jpeg = startsWith('\xff\xd8\xff')

/** How content of each type that may be uploaded starts. */
const checks: Readonly<Record<string, (ends: Ends) => boolean>> = {
  pdf: startsWith('%PDF-'),
  doc: compoundFile,
  xls: compoundFile,
  ppt: compoundFile,
  docx: openXml('word'),
  xlsx: openXml('xl'),
  pptx: openXml('ppt'),
  png: startsWith('\x89PNG\r\n\x1a\n'),
  jpg: jpeg,
  jpeg,
  gif: startsWith('GIF87a', 'GIF89a'),
  webp: (ends) => startsWith('RIFF')(ends) && ends.start.subarray(8, 12).toString('latin1') === 'WEBP',
}

/** Is the content what the ending of the name says? Looks at signatures only: it opens nothing. */
export const isContentAsNamed = (name: string, ends: Ends): boolean =>
  checks[extensionOf(name)]?.(ends) ?? false
