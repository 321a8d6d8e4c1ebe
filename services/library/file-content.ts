import { extensionOf } from '#shared/values/file-types.ts'

/** The first and last bytes of a file. */
interface Ends {
  readonly start: Buffer
  readonly end: Buffer
}

const startsWith =
  (...signatures: readonly string[]) =>
  ({ start }: Ends): boolean =>
    signatures.some((signature) => start.subarray(0, signature.length).toString('latin1') === signature)

/** Compound File: the format of Office until 2003. */
const compoundFile = startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')

/** Office Open XML: a ZIP file whose directory, at its end, lists the parts of the document. */
const openXml = (folder: string) => (ends: Ends) =>
  startsWith('PK\x03\x04')(ends) && ends.end.includes(`${folder}/`)

const jpeg = startsWith('\xff\xd8\xff')

/** Content check of each accepted file extension. */
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

/** Returns whether the content matches the file extension. Compares signatures only and parses nothing. */
export const hasContentOfExtension = (name: string, ends: Ends): boolean =>
  checks[extensionOf(name)]?.(ends) ?? false
