import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { library, s3 } from './client.ts'

export interface UploadForm {
  readonly url: string
  readonly fields: Record<string, string>
}

/**
 * A form with which a browser posts one file straight to the storage: under this key, of this type and of a
 * size from 1 to `maxBytes`, and of no other. The storage itself checks; the key has to be free of `${`.
 */
export const signUpload = (
  key: string,
  { contentType, maxBytes, seconds }: { contentType: string; maxBytes: number; seconds: number },
): Promise<UploadForm> =>
  createPresignedPost(s3, {
    ...library(),
    Key: key,
    Fields: { 'Content-Type': contentType },
    Conditions: [
      ['eq', '$key', key],
      ['eq', '$Content-Type', contentType],
      ['content-length-range', 1, maxBytes],
    ],
    Expires: seconds,
  })
