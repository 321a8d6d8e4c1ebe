import { extensionOf, uploadTypes } from '../values/file-types.ts'
import { isMisleadingName } from '../values/library-path.ts'
import { maxUploadBytes, maxUploadMegabytes } from '../values/limits.ts'

/** A file that an admin has chosen to upload. */
export interface FileToUpload {
  readonly name: string
  /** MIME type reported by the browser. Empty if unknown. */
  readonly type: string
  /** In bytes. */
  readonly size: number
}

/** Formats bytes as megabytes, rounded up so that one byte over the limit does not show as the limit. */
const inMegabytes = (bytes: number): string => `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1)}MB`

/** Checks that the MIME type matches the extension. Without a MIME type, the extension alone decides. */
const isTypeAllowed = ({ name, type }: FileToUpload): boolean => {
  const expected = uploadTypes[extensionOf(name)]
  if (type === '') return true
  return expected === undefined ? Object.values(uploadTypes).includes(type) : type === expected
}

const typeInWords = (extension: string): string => (extension === '' ? 'no extension' : `.${extension}`)

/** Returns the reasons why a file cannot be uploaded. Empty if it can. */
export const rejectionsOf = (file: FileToUpload): string[] => {
  const extension = extensionOf(file.name)
  return [
    ...(isMisleadingName(file.name) ? ['The file name contains characters that are not allowed'] : []),
    ...(Object.hasOwn(uploadTypes, extension) ? [] : [`Invalid file type (${typeInWords(extension)})`]),
    ...(isTypeAllowed(file) ? [] : ['Invalid MIME type']),
    ...(file.size > maxUploadBytes
      ? [`File too large (${inMegabytes(file.size)}, max ${maxUploadMegabytes}MB)`]
      : []),
  ]
}
