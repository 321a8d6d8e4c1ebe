import { GetObjectCommand, HeadObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { dispositionOf, library, s3 } from './client.ts'

/** Checks whether a file exists. S3 returns 403 for a missing object to callers without permission to list. */
export const isStored = async (path: string): Promise<boolean> => {
  try {
    await s3().send(new HeadObjectCommand({ ...library(), Key: path }))
    return true
  } catch (error) {
    if (error instanceof S3ServiceException && [403, 404].includes(error.$metadata.httpStatusCode ?? 0))
      return false
    throw error
  }
}

/**
 * Signs a temporary download link. Sign it when the user clicks, never in advance: a link expires with the
 * credentials that signed it, and Lambda does not report how long those are valid.
 *
 * @param options `name` is the file name that the browser shows; `seconds` is the lifetime of the link; `save` makes
 *   the browser save the file instead of showing it
 */
export const signDownload = (
  path: string,
  options: { name: string; seconds: number; contentType: string | undefined; save?: boolean },
): Promise<string> =>
  getSignedUrl(
    s3(),
    new GetObjectCommand({
      ...library(),
      Key: path,
      ResponseContentDisposition: dispositionOf(options.name, options.save ? 'attachment' : 'inline'),
      ResponseContentType: options.contentType,
    }),
    { expiresIn: options.seconds },
  )
