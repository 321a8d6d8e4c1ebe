import { CopyObjectCommand, GetObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { adminMetadata, dispositionOf, library, replacementMetadata, s3, uploadMetadata } from './client.ts'

/** Number of bytes to read from each end of an upload. The directory of a ZIP file is at its end. */
const endBytes = 64 * 1024

export interface Upload {
  /** Id of the upload, from its form. Undefined if the form had none. */
  readonly id: string | undefined
  /** Admin who was given the form. Undefined if the form did not say. */
  readonly adminId: string | undefined
  /** True if the form was for the replacement of a listed file. */
  readonly isReplacement: boolean
  /** Identifies this content. A later upload to the same key has another value. */
  readonly etag: string
  readonly size: number
  readonly start: Buffer
  readonly end: Buffer
}

/**
 * Recognises the errors for a missing object (403 without permission to list, else 404) and for an object that was
 * replaced since it was inspected (412).
 */
const isMissingOrReplaced = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  ['NoSuchKey', 'AccessDenied', 'PreconditionFailed'].includes(error.name)

const undefinedIfMissing = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call
  } catch (error) {
    if (isMissingOrReplaced(error)) return undefined
    throw error
  }
}

const readRange = async (key: string, range: string, etag?: string) => {
  const found = await undefinedIfMissing(
    s3().send(new GetObjectCommand({ ...library(), Key: key, Range: range, IfMatch: etag })),
  )
  if (found?.Body === undefined) return undefined
  return { ...found, bytes: Buffer.from(await found.Body.transformToByteArray()) }
}

/** Reads the start and end of an upload. Returns `undefined` if the upload does not exist. */
export const inspectUpload = async (key: string): Promise<Upload | undefined> => {
  const head = await readRange(key, `bytes=0-${endBytes - 1}`)
  const size = Number(head?.ContentRange?.split('/')[1])
  if (head?.ETag === undefined || !Number.isSafeInteger(size)) return undefined
  const tail = size > endBytes ? await readRange(key, `bytes=-${endBytes}`, head.ETag) : head
  if (tail === undefined) return undefined
  const id = head.Metadata?.[uploadMetadata]
  const adminId = head.Metadata?.[adminMetadata]
  const isReplacement = head.Metadata?.[replacementMetadata] !== undefined
  return { id, adminId, isReplacement, etag: head.ETag, size, start: head.bytes, end: tail.bytes }
}

/**
 * Copies an upload from quarantine to the library if its content has not changed since it was inspected. Sets the
 * content type and file name chosen by the server. Returns whether it copied.
 */
export const releaseUpload = async (
  from: string,
  to: string,
  { etag, name, contentType }: { etag: string; name: string; contentType: string },
): Promise<boolean> => {
  const { Bucket } = library()
  const copied = await undefinedIfMissing(
    s3().send(
      new CopyObjectCommand({
        Bucket,
        Key: to,
        CopySource: `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`,
        CopySourceIfMatch: etag,
        MetadataDirective: 'REPLACE',
        ContentType: contentType,
        ContentDisposition: dispositionOf(name),
      }),
    ),
  )
  return copied !== undefined
}
