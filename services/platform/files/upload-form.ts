import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { adminMetadata, library, s3, uploadMetadata } from './client.ts'

export interface UploadForm {
  readonly url: string
  readonly fields: Record<string, string>
}

interface UploadTerms {
  readonly contentType: string
  readonly size: number
  readonly seconds: number
  /** Id of the upload. */
  readonly upload: string
  /** Admin who uploads the file. */
  readonly adminId: string
}

/**
 * Signs a form with which a browser posts one file straight to S3. S3 enforces the exact key, content type
 * and size, and stores the ids of the upload and of the admin with the file. The form expires after `seconds`.
 *
 * @param key must not contain `${`, which S3 would expand
 */
export const signUpload = (
  key: string,
  { contentType, size, seconds, upload, adminId }: UploadTerms,
): Promise<UploadForm> =>
  createPresignedPost(s3(), {
    ...library(),
    Key: key,
    Fields: {
      'Content-Type': contentType,
      [`x-amz-meta-${uploadMetadata}`]: upload,
      [`x-amz-meta-${adminMetadata}`]: adminId,
    },
    Conditions: [
      ['eq', '$key', key],
      ['eq', '$Content-Type', contentType],
      ['eq', `$x-amz-meta-${uploadMetadata}`, upload],
      ['eq', `$x-amz-meta-${adminMetadata}`, adminId],
      ['content-length-range', size, size],
    ],
    Expires: seconds,
  })
