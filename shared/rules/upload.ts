import { extensionOf, uploadTypes } from '../values/file-types.ts'
import { maxUploadBytes } from '../values/limits.ts'

export interface OfferedFile {
  readonly name: string
  /** As the browser says; empty where it does not know. */
  readonly type: string
  /** In bytes. */
  readonly size: number
}

/** Rounded up, so that one byte too many does not read as the limit itself. */
const inMegabytes = (bytes: number): string => `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1)}MB`

/** The type has to be that of the ending. Where the browser names none, the ending alone decides. */
const isTypeAllowed = ({ name, type }: OfferedFile): boolean => {
  const expected = uploadTypes[extensionOf(name)]
  if (type === '') return true
  return expected === undefined ? Object.values(uploadTypes).includes(type) : type === expected
}

/** Why a file may not be uploaded; nothing when it may. */
export const rejectionsOf = (file: OfferedFile): string[] => {
  const extension = extensionOf(file.name)
  return [
    ...(Object.hasOwn(uploadTypes, extension) ? [] : [`Invalid file type (.${extension})`]),
    ...(isTypeAllowed(file) ? [] : ['Invalid MIME type']),
    ...(file.size > maxUploadBytes ? [`File too large (${inMegabytes(file.size)}, max 200MB)`] : []),
  ]
}
