import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { adminMetadata, library, replacementMetadata, s3, uploadMetadata } from './client.ts'

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
  /** True if the file replaces a listed one. */
  readonly isReplacement: boolean
}

/** Returns the metadata that S3 stores with the file. */
const metadataOf = ({ upload, adminId, isReplacement }: UploadTerms): Record<string, string> => ({
  [`x-amz-meta-${uploadMetadata}`]: upload,
  [`x-amz-meta-${adminMetadata}`]: adminId,
  ...(isReplacement ? { [`x-amz-meta-${replacementMetadata}`]: 'true' } : {}),
})

/**
 * Signs a form with which a browser posts one file straight to S3. S3 enforces the exact key, content type
 * and size, and stores the metadata of the upload with the file. The form expires after `seconds`.
 *
 * @param key must not contain `${`, which S3 would expand
 */
export const signUpload = (key: string, terms: UploadTerms): Promise<UploadForm> => {
  const { contentType, size, seconds } = terms
  const metadata = metadataOf(terms)
  return createPresignedPost(s3(), {
    ...library(),
    Key: key,
    Fields: { 'Content-Type': contentType, ...metadata },
    Conditions: [
      ['eq', '$key', key],
      ['eq', '$Content-Type', contentType],
      ...Object.entries(metadata).map(([name, value]): ['eq', string, string] => ['eq', `$${name}`, value]),
      ['content-length-range', size, size],
    ],
    Expires: seconds,
  })
}
