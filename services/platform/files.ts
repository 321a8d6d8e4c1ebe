import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { env } from './env.ts'

const s3 = new S3Client({
  // Stand-ins of S3 answer at one address and know buckets by path; AWS has an address for each.
  forcePathStyle: process.env['AWS_ENDPOINT_URL'] !== undefined,
  // Without this the SDK signs checksum parameters into links, which other clients cannot fulfil.
  requestChecksumCalculation: 'WHEN_REQUIRED',
})

/** `attachment` with the name for every browser: plain ASCII, and UTF-8 as RFC 6266 has it. */
const dispositionOf = (kind: 'inline' | 'attachment', name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

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
      Bucket: env('LIBRARY_BUCKET'),
      Key: path,
      ResponseContentDisposition: dispositionOf('inline', options.name),
      ResponseContentType: options.contentType,
    }),
    { expiresIn: options.seconds },
  )
