import { createHash, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { AwsError } from '../protocol/aws-error.ts'

export interface ReceiveLimits {
  readonly minBytes?: number
  readonly maxBytes?: number
}

export interface Received {
  readonly file: string
  readonly size: number
  readonly md5: Buffer
  readonly sha1: Buffer
  readonly sha256: Buffer
  readonly crc32: Buffer
}

/**
 * Maximum size of one PutObject or form upload:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html
 */
const maxObjectBytes = 5 * 1024 ** 3

const tooLarge = (size: number, maxBytes: number) =>
  new AwsError('EntityTooLarge', 400, 'Your proposed upload exceeds the maximum allowed size', {
    ProposedSize: String(size),
    MaxSizeAllowed: String(maxBytes),
  })

const tooSmall = (size: number, minBytes: number) =>
  new AwsError('EntityTooSmall', 400, 'Your proposed upload is smaller than the minimum allowed size', {
    ProposedSize: String(size),
    MinSizeAllowed: String(minBytes),
  })

const digests = () => {
  const [md5, sha1, sha256] = [createHash('md5'), createHash('sha1'), createHash('sha256')]
  let crc = 0
  return {
    update: (chunk: Buffer) => {
      for (const hash of [md5, sha1, sha256]) hash.update(chunk)
      crc = crc32(chunk, crc)
    },
    end: () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(crc)
      return { md5: md5.digest(), sha1: sha1.digest(), sha256: sha256.digest(), crc32: bytes }
    },
  }
}

/**
 * Streams a body into a new file of the folder, with one chunk in memory. Deletes the file if the body is
 * rejected.
 */
export const receive = async (
  folder: string,
  body: AsyncIterable<Buffer>,
  { minBytes = 0, maxBytes = maxObjectBytes }: ReceiveLimits,
): Promise<Received> => {
  const file = join(folder, randomUUID())
  const handle = await open(file, 'wx')
  const hashes = digests()
  let size = 0
  try {
    for await (const chunk of body) {
      size += chunk.length
      // Read a body that is too large to its end, so that the client receives the response.
      if (size > maxBytes) continue
      hashes.update(chunk)
      await handle.write(chunk)
    }
    if (size > maxBytes) throw tooLarge(size, maxBytes)
    if (size < minBytes) throw tooSmall(size, minBytes)
    return { file, size, ...hashes.end() }
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}
