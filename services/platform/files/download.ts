import { GetObjectCommand, HeadObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { dispositionOf, library, s3 } from './client.ts'

/** Whether there is an object at this path. Who may not list a bucket is told 403 of one that is not there. */
export const isStored = async (path: string): Promise<boolean> => {
  try {
    await s3.send(new HeadObjectCommand({ ...library(), Key: path }))
    return true
  } catch (fault) {
    if (fault instanceof S3ServiceException && [403, 404].includes(fault.$metadata.httpStatusCode ?? 0))
      return false
    throw fault
  }
}

/**
 * A link that downloads one object for a while. It is signed now, when somebody clicks, because a link dies
 * with the credentials that signed it, whatever its own expiry says; how long those have left, Lambda does
 * not tell. Nobody may keep one for later.
 *
 * @param name the name under which the browser shows or keeps the file
 */
export const signDownload = (
  path: string,
  options: { name: string; seconds: number; contentType: string | undefined },
): Promise<string> =>
  getSignedUrl(
    s3,
    new GetObjectCommand({
      ...library(),
      Key: path,
      ResponseContentDisposition: dispositionOf(options.name),
      ResponseContentType: options.contentType,
    }),
    { expiresIn: options.seconds },
  )
