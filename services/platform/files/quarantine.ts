import { CopyObjectCommand, GetObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { dispositionOf, library, s3 } from './client.ts'

/** How much of either end of a file is looked at. A list of what is in a ZIP file stands at its end. */
const endBytes = 64 * 1024

export interface Upload {
  /** Names this very content: an upload that takes its place has another. */
  readonly etag: string
  readonly size: number
  readonly start: Buffer
  readonly end: Buffer
}

/** Who may not list a bucket is told 403 of an object that does not exist, 404 otherwise; 412 of another one. */
const isGone = (fault: unknown): boolean =>
  fault instanceof S3ServiceException &&
  ['NoSuchKey', 'AccessDenied', 'PreconditionFailed'].includes(fault.name)

const orUndefined = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked
  } catch (fault) {
    if (isGone(fault)) return undefined
    throw fault
  }
}

const read = async (key: string, range: string, etag?: string) => {
  const found = await orUndefined(
    s3.send(new GetObjectCommand({ ...library(), Key: key, Range: range, IfMatch: etag })),
  )
  if (found?.Body === undefined) return undefined
  return { ...found, bytes: Buffer.from(await found.Body.transformToByteArray()) }
}

/** Looks at an upload without reading all of it; `undefined` when there is none. */
export const inspectUpload = async (key: string): Promise<Upload | undefined> => {
  const head = await read(key, `bytes=0-${endBytes - 1}`)
  const size = Number(head?.ContentRange?.split('/')[1])
  if (head?.ETag === undefined || !Number.isSafeInteger(size)) return undefined
  const tail = size > endBytes ? await read(key, `bytes=-${endBytes}`, head.ETag) : head
  if (tail === undefined) return undefined
  return { etag: head.ETag, size, start: head.bytes, end: tail.bytes }
}

/**
 * Copies an upload into the library, if it is still the content that was looked at; says whether it did.
 * Type and name are the server's to say.
 */
export const releaseUpload = async (
  from: string,
  to: string,
  { etag, name, contentType }: { etag: string; name: string; contentType: string },
): Promise<boolean> => {
  const { Bucket } = library()
  const copied = await orUndefined(
    s3.send(
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
