import { S3Client } from '@aws-sdk/client-s3'
import { env } from '../env.ts'

/** One client for the life of the function. Endpoint and region come from the environment. */
export const s3 = new S3Client({
  // Stand-ins of S3 answer at one address and know buckets by path; AWS has an address for each.
  forcePathStyle: process.env['AWS_ENDPOINT_URL'] !== undefined,
  // Without this the SDK signs checksum parameters into links, which other clients cannot fulfil.
  requestChecksumCalculation: 'WHEN_REQUIRED',
})

export const library = () => ({ Bucket: env('LIBRARY_BUCKET') })

/** `inline` with the name for every browser: plain ASCII, and UTF-8 as RFC 6266 has it. */
export const dispositionOf = (name: string): string => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
