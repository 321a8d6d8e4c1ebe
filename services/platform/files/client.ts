import { S3Client } from '@aws-sdk/client-s3'
import { env } from '../env.ts'
import { sdkSettings } from '../sdk-settings.ts'

let client: S3Client | undefined

/**
 * Returns the client, one per function instance, with endpoint and region from the environment. Creates it on first
 * use, because some functions call S3 only for admins or for some accounts.
 */
export const s3 = (): S3Client =>
  (client ??= new S3Client({
    ...sdkSettings,
    // Emulators of S3 serve every bucket from one host. AWS has a host per bucket.
    forcePathStyle: process.env['AWS_ENDPOINT_URL'] !== undefined,
    // Otherwise the SDK adds checksum parameters to signed links, which browsers do not send.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  }))

/** Name of the metadata with the id of an upload. */
export const uploadMetadata = 'upload'

/** Name of the metadata with the id of the admin who uploads. */
export const adminMetadata = 'admin'

/** Name of the metadata that marks an upload as the replacement of a listed file. */
export const replacementMetadata = 'replacement'

/** The bucket parameter of every S3 call. */
export const library = () => ({ Bucket: env('LIBRARY_BUCKET') })

/** Returns a Content-Disposition with the file name in ASCII and, as RFC 6266 defines, in UTF-8. */
export const dispositionOf = (name: string, kind: 'inline' | 'attachment' = 'inline'): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
