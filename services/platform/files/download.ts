import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { dispositionOf, library, s3 } from './client.ts'

/**
 * A link that downloads one object for a while. It is signed now, when somebody clicks, because a link dies
 * with the credentials that signed it, whatever its own expiry says.
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
