import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { library, s3 } from './client.ts'

export interface UploadForm {
  readonly url: string
  readonly fields: Record<string, string>
}

/**
 * Signs a form with which a browser posts one file straight to S3. S3 enforces the exact key, content type
 * and size. The form expires after `seconds`.
 *
 * @param key must not contain `${`, which S3 would expand
 */
export const signUpload = (
  key: string,
  { contentType, size, seconds }: { contentType: string; size: number; seconds: number },
): Promise<UploadForm> =>
  createPresignedPost(s3, {
    ...library(),
    Key: key,
    Fields: { 'Content-Type': contentType },
    Conditions: [
      ['eq', '$key', key],
      ['eq', '$Content-Type', contentType],
      ['content-length-range', size, size],
    ],
    Expires: seconds,
  })
