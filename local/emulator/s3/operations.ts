import { createReadStream } from 'node:fs'
import { AwsError } from '../protocol/aws-error.ts'
import type { Permission } from '../protocol/identity.ts'
import type { Call, Reply } from '../protocol/service.ts'
import { element, unescapeXml, xmlDocument } from '../protocol/xml.ts'
import { listObjects } from './list-objects.ts'
import { planRead } from './read-object.ts'
import { headerOf, addressOf } from './s3-request.ts'
import type { Bucket, Store, StoredObject } from './store.ts'
import { checkWriteCondition, metadataOf, receiveBody } from './write-object.ts'

type Operation = (call: Call) => Promise<Reply>

const onObject = (action: string, bucket: string, key: string): Permission => ({
  service: 's3',
  action,
  resource: `arn:aws:s3:::${bucket}/${key}`,
})

const onBucket = (bucket: string, query: URLSearchParams): Permission => ({
  service: 's3',
  action: 'ListBucket',
  resource: `arn:aws:s3:::${bucket}`,
  context: { 's3:prefix': [query.get('prefix') ?? ''], 's3:delimiter': [query.get('delimiter') ?? ''] },
})

/** Returns an object. Throws AccessDenied instead of NoSuchKey if the caller may not list the bucket. */
const find = (call: Call, bucket: Bucket, key: string): StoredObject => {
  const object = bucket.objects.get(key)
  if (object) return object
  if (!call.isAllowed(onBucket(bucket.name, new URLSearchParams()))) {
    throw new AwsError('AccessDenied', 403, 'Access Denied')
  }
  throw new AwsError('NoSuchKey', 404, 'The specified key does not exist.', { Key: key })
}

const readObject =
  (store: Store, withBody: boolean): Operation =>
  async (call) => {
    const address = addressOf(call.request)
    const bucket = store.bucket(address.bucket)
    call.authorize([onObject('GetObject', bucket.name, address.key)])
    const object = find(call, bucket, address.key)
    const { status, headers, part } = planRead(object, call.request.headers, call.url.searchParams)
    if (!withBody || part === null || object.size === 0) return { status, headers }
    return { status, headers, body: createReadStream(object.file, part === 'all' ? {} : part) }
  }

const putObject =
  (store: Store): Operation =>
  async (call) => {
    const address = addressOf(call.request)
    const bucket = store.bucket(address.bucket)
    call.authorize([onObject('PutObject', bucket.name, address.key)])
    const received = await receiveBody(call, store)
    try {
      checkWriteCondition(call, bucket.objects.get(address.key))
    } catch (error) {
      store.discard(received.file)
      throw error
    }
    const object = store.commit(bucket, address.key, received, metadataOf(call))
    return { status: 200, headers: { etag: object.etag, 'x-amz-checksum-crc32': object.crc32 } }
  }

const copyObject =
  (store: Store): Operation =>
  async (call) => {
    const header = headerOf(call)
    const source = decodeURIComponent(header('x-amz-copy-source') ?? '').replace(/^\//, '')
    const slash = source.indexOf('/')
    const from = { bucket: source.slice(0, slash), key: source.slice(slash + 1) }
    const to = addressOf(call.request)
    const bucket = store.bucket(to.bucket)
    call.authorize([onObject('GetObject', from.bucket, from.key), onObject('PutObject', to.bucket, to.key)])
    const original = find(call, store.bucket(from.bucket), from.key)
    const wanted = header('x-amz-copy-source-if-match')
    if (wanted !== undefined && wanted !== original.etag) {
      throw new AwsError(
        'PreconditionFailed',
        412,
        'At least one of the pre-conditions you specified did not hold',
      )
    }
    const received = await store.receive(createReadStream(original.file), {})
    const isReplaced = header('x-amz-metadata-directive') === 'REPLACE'
    const object = store.commit(bucket, to.key, received, isReplaced ? metadataOf(call) : original)
    const result = `${element('ETag', object.etag)}${element('LastModified', object.lastModified.toISOString())}`
    return {
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: xmlDocument(`<CopyObjectResult>${result}</CopyObjectResult>`),
    }
  }

const remove = (store: Store, bucket: Bucket, key: string) => {
  const object = bucket.objects.get(key)
  if (!object) return
  bucket.objects.delete(key)
  store.discard(object.file)
}

const deleteObject =
  (store: Store): Operation =>
  async (call) => {
    const address = addressOf(call.request)
    const bucket = store.bucket(address.bucket)
    call.authorize([onObject('DeleteObject', bucket.name, address.key)])
    remove(store, bucket, address.key)
    return { status: 204 }
  }

const maxDeleteBytes = 2 * 1024 * 1024

const readDeleteBody = async (call: Call, store: Store): Promise<string> => {
  const { file, size } = await receiveBody(call, store)
  try {
    if (size > maxDeleteBytes) throw new AwsError('MalformedXML', 400, 'The list of objects is too long')
    const chunks: Buffer[] = []
    for await (const chunk of createReadStream(file)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString()
  } finally {
    store.discard(file)
  }
}

/** Deletes one of several objects. Reports a denied one in the response while the others are deleted. */
const deleteOneOf = (call: Call, store: Store, bucket: Bucket, key: string): string => {
  try {
    call.authorize([onObject('DeleteObject', bucket.name, key)])
  } catch (error) {
    if (!(error instanceof AwsError)) throw error
    return `<Error>${element('Key', key)}${element('Code', error.code)}${element('Message', error.message)}</Error>`
  }
  remove(store, bucket, key)
  return `<Deleted>${element('Key', key)}</Deleted>`
}

const deleteObjects =
  (store: Store): Operation =>
  async (call) => {
    const bucket = store.bucket(addressOf(call.request).bucket)
    if (!call.signer) throw new AwsError('AccessDenied', 403, 'Access Denied')
    const body = await readDeleteBody(call, store)
    const keys = [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => unescapeXml(match[1] ?? ''))
    const isQuiet = /<Quiet>true<\/Quiet>/.test(body)
    const results = keys.map((key) => deleteOneOf(call, store, bucket, key))
    const reported = isQuiet ? results.filter((result) => result.startsWith('<Error>')) : results
    return {
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: xmlDocument(`<DeleteResult>${reported.join('')}</DeleteResult>`),
    }
  }

/** Returns all supported S3 operations except form uploads. */
export const objectOperations = (store: Store) => ({
  GetObject: readObject(store, true),
  HeadObject: readObject(store, false),
  PutObject: putObject(store),
  CopyObject: copyObject(store),
  DeleteObject: deleteObject(store),
  DeleteObjects: deleteObjects(store),
  ListObjectsV2: async (call: Call): Promise<Reply> => {
    const { bucket } = addressOf(call.request)
    const query = call.url.searchParams
    call.authorize([onBucket(bucket, query)])
    return listObjects(bucket, store.list(bucket, query.get('prefix') ?? ''), query)
  },
  HeadBucket: async (call: Call): Promise<Reply> => {
    const { bucket } = addressOf(call.request)
    call.authorize([onBucket(bucket, call.url.searchParams)])
    store.bucket(bucket)
    return { status: 200 }
  },
})
