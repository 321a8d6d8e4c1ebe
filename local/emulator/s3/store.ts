import { createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Clock } from '#local/kit/clock.ts'
import { AwsError } from '../protocol/aws-error.ts'
import type { CorsConfiguration } from './cors.ts'
import { receive, type ReceiveLimits, type Received } from './receive.ts'

export interface ObjectMetadata {
  readonly contentType: string
  readonly contentDisposition?: string | undefined
  readonly cacheControl?: string | undefined
  readonly contentEncoding?: string | undefined
  /** `x-amz-meta-*`, without that prefix. */
  readonly user: Readonly<Record<string, string>>
}

export interface StoredObject extends ObjectMetadata {
  readonly key: string
  readonly size: number
  /** In quotes, as in S3. */
  readonly etag: string
  /** CRC-32 in Base64. */
  readonly crc32: string
  readonly lastModified: Date
  readonly file: string
}

export interface BucketOptions {
  /** CloudFormation's `CorsConfiguration`. */
  readonly cors?: CorsConfiguration | undefined
  /** CloudFormation's `PublicAccessBlockConfiguration`. Default: everything is blocked, as in AWS. */
  readonly publicAccessBlock?: Readonly<Record<string, unknown>> | undefined
}

export interface Bucket {
  readonly name: string
  readonly cors: CorsConfiguration | undefined
  readonly objects: Map<string, StoredObject>
}

/** Direct access to buckets, without signature and role. */
export interface BucketStore {
  createBucket(name: string, options?: BucketOptions): void
  /** Returns the objects whose key starts with the prefix, sorted by key. */
  list(bucket: string, prefix?: string): StoredObject[]
  get(
    bucket: string,
    key: string,
  ): { object: StoredObject; body(range?: { start: number; end: number }): Readable } | undefined
  put(
    bucket: string,
    key: string,
    body: Buffer | string | Readable,
    metadata?: Partial<ObjectMetadata>,
  ): Promise<StoredObject>
  /** Deletes all objects. */
  clear(): void
  /** Deletes all objects and the folder. */
  close(): void
}

export interface Store extends BucketStore {
  bucket(name: string): Bucket
  /** Streams a body to disk. It becomes visible with `commit`. */
  receive(body: AsyncIterable<Buffer>, limits: ReceiveLimits): Promise<Received>
  commit(bucket: Bucket, key: string, received: Received, metadata: ObjectMetadata): StoredObject
  discard(file: string): void
}

const byKey = (a: StoredObject, b: StoredObject): number => (a.key < b.key ? -1 : 1)

const checkPrivate = (name: string, block: BucketOptions['publicAccessBlock']) => {
  const flags = ['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets']
  if (!block || flags.every((flag) => String(block[flag]) === 'true')) return
  throw new Error(
    `The bucket ${name} does not block all public access: the local S3 supports only private buckets`,
  )
}

/** Creates a temporary folder that is deleted when the process exits. */
const createFolder = () => {
  const path = mkdtempSync(join(tmpdir(), 'local-s3-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    path,
    empty: () => {
      remove()
      mkdirSync(path, { recursive: true })
    },
    close: () => {
      process.off('exit', remove)
      remove()
    },
  }
}

const createBuckets = () => {
  const buckets = new Map<string, Bucket>()
  return {
    add: (name: string, options: BucketOptions = {}) => {
      checkPrivate(name, options.publicAccessBlock)
      buckets.set(name, { name, cors: options.cors, objects: new Map() })
    },
    get: (name: string): Bucket => {
      const found = buckets.get(name)
      if (found) return found
      throw new AwsError('NoSuchBucket', 404, 'The specified bucket does not exist', { BucketName: name })
    },
    empty: () => {
      for (const { objects } of buckets.values()) objects.clear()
    },
  }
}

/** Creates a store with objects as files in a temporary folder, and their metadata in memory. */
export const createStore = (clock: Clock): Store => {
  const folder = createFolder()
  const buckets = createBuckets()
  const discard = (file: string) => rmSync(file, { force: true })
  const commit: Store['commit'] = (target, key, received, metadata) => {
    const { file, size, md5, crc32 } = received
    const etag = `"${md5.toString('hex')}"`
    const checksum = crc32.toString('base64')
    const object = { ...metadata, key, size, etag, crc32: checksum, lastModified: clock.now(), file }
    const earlier = target.objects.get(key)
    target.objects.set(key, object)
    // Downloads in progress keep their open file.
    if (earlier) discard(earlier.file)
    return object
  }
  const receiveToFolder: Store['receive'] = (body, limits) => receive(folder.path, body, limits)
  return {
    bucket: buckets.get,
    commit,
    discard,
    receive: receiveToFolder,
    createBucket: buckets.add,
    list: (name, prefix = '') =>
      [...buckets.get(name).objects.values()].filter(({ key }) => key.startsWith(prefix)).toSorted(byKey),
    get: (name, key) => {
      const object = buckets.get(name).objects.get(key)
      return object && { object, body: (range) => createReadStream(object.file, range) }
    },
    put: async (name, key, body, metadata = {}) => {
      const source = body instanceof Readable ? body : Readable.from([Buffer.from(body)])
      const received = await receiveToFolder(source, {})
      const defaults = { contentType: 'binary/octet-stream', user: {} }
      return commit(buckets.get(name), key, received, { ...defaults, ...metadata })
    },
    clear: () => {
      buckets.empty()
      folder.empty()
    },
    close: folder.close,
  }
}
