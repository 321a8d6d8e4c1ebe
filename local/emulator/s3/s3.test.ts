import { get } from 'node:http'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Identity } from '#local/emulator/protocol/identity.ts'
import { clientOptions, createRole, startTestEndpoint, type TestEndpoint } from '../endpoint/test-kit.ts'

const Bucket = 'files-bucket'
const objects = `arn:aws:s3:::${Bucket}/files/*`
const origin = 'http://localhost:3000'

let cloud: TestEndpoint

beforeAll(async () => {
  cloud = await startTestEndpoint()
  cloud.aws.s3.createBucket(Bucket, {
    cors: {
      CorsRules: [
        {
          AllowedOrigins: [origin],
          AllowedMethods: ['POST', 'GET'],
          AllowedHeaders: ['content-*'],
          MaxAge: 300,
        },
      ],
    },
  })
})

beforeEach(() => {
  cloud.clock.reset()
  cloud.aws.reset()
  cloud.aws.clearCalls()
})

afterEach(() => vi.useRealTimers())

afterAll(() => cloud.aws.close())

const clientOf = (identity: Identity) =>
  new S3Client({
    ...clientOptions(cloud, identity),
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_SUPPORTED',
  })
const asOperator = () => clientOf(cloud.aws.operator)
const seed = (key: string, body = 'text') =>
  cloud.aws.s3.put(Bucket, key, body, { contentType: 'text/plain' })

test('returns an object as stored from a text and from a stream', async () => {
  const client = asOperator()
  const Key = 'files/grüße & more (1)+.txt'
  const put = { Bucket, Key, ContentType: 'text/plain', Metadata: { title: 'Rent' } }
  await client.send(new PutObjectCommand({ ...put, Body: 'whole' }))
  const whole = await client.send(new GetObjectCommand({ Bucket, Key }))
  expect(await whole.Body?.transformToString()).toBe('whole')
  expect(whole).toMatchObject({ ContentType: 'text/plain', ContentLength: 5, Metadata: { title: 'Rent' } })
  const big = Buffer.alloc(300_000, 'abcdefg')
  await client.send(new PutObjectCommand({ ...put, Body: Readable.from([big]), ContentLength: big.length }))
  const streamed = await client.send(new GetObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }))
  expect(Buffer.from((await streamed.Body?.transformToByteArray()) ?? [])).toEqual(big)
})

test('returns a range, and 304 for an unchanged object', async () => {
  const { etag } = await seed('files/a', '0123456789')
  const client = asOperator()
  const part = await client.send(new GetObjectCommand({ Bucket, Key: 'files/a', Range: 'bytes=2-4' }))
  expect(await part.Body?.transformToString()).toBe('234')
  expect(part.ContentRange).toBe('bytes 2-4/10')
  const same = client.send(new GetObjectCommand({ Bucket, Key: 'files/a', IfNoneMatch: etag }))
  await expect(same).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } })
  const beyond = client.send(new GetObjectCommand({ Bucket, Key: 'files/a', Range: 'bytes=10-' }))
  await expect(beyond).rejects.toMatchObject({ name: 'InvalidRange' })
})

test('lists objects page by page, copies and deletes them', async () => {
  for (const key of ['files/a', 'files/b/1', 'files/b/2', 'files/c', 'other']) await seed(key)
  const client = asOperator()
  const first = await client.send(
    new ListObjectsV2Command({ Bucket, Prefix: 'files/', Delimiter: '/', MaxKeys: 2 }),
  )
  expect(first.Contents?.map(({ Key }) => Key)).toEqual(['files/a'])
  expect(first.CommonPrefixes).toEqual([{ Prefix: 'files/b/' }])
  const ContinuationToken = first.NextContinuationToken
  const rest = await client.send(
    new ListObjectsV2Command({ Bucket, Prefix: 'files/', Delimiter: '/', ContinuationToken }),
  )
  expect(rest.Contents?.map(({ Key }) => Key)).toEqual(['files/c'])
  const copy = { Bucket, Key: 'copy', CopySource: `${Bucket}/files/a` }
  await expect(
    client.send(new CopyObjectCommand({ ...copy, CopySourceIfMatch: '"another"' })),
  ).rejects.toMatchObject({ name: 'PreconditionFailed' })
  await client.send(new CopyObjectCommand(copy))
  await client.send(new DeleteObjectCommand({ Bucket, Key: 'files/a' }))
  await client.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'files/b/1' }, { Key: 'other' }] } }),
  )
  expect(cloud.aws.s3.list(Bucket).map(({ key }) => key)).toEqual(['copy', 'files/b/2', 'files/c'])
})

test('enforces the role, and does not disclose missing objects', async () => {
  await seed('files/a')
  const client = clientOf(createRole(cloud.aws, 's3:GetObject', objects))
  await client.send(new HeadObjectCommand({ Bucket, Key: 'files/a' }))
  await expect(
    client.send(new PutObjectCommand({ Bucket, Key: 'files/a', Body: 'x' })),
  ).rejects.toMatchObject({
    name: 'AccessDenied',
  })
  await expect(client.send(new GetObjectCommand({ Bucket, Key: 'other' }))).rejects.toMatchObject({
    name: 'AccessDenied',
  })
  const missing = new GetObjectCommand({ Bucket, Key: 'files/missing' })
  await expect(client.send(missing)).rejects.toMatchObject({ name: 'AccessDenied' })
  await expect(asOperator().send(missing)).rejects.toMatchObject({ name: 'NoSuchKey' })
  expect((await fetch(`${cloud.aws.url}/${Bucket}/files/a`)).status).toBe(403)
})

test('includes name and type in a presigned link, and rejects a changed link', async () => {
  await seed('files/a', 'content')
  const client = clientOf(createRole(cloud.aws, 's3:GetObject', objects))
  const command = new GetObjectCommand({
    Bucket,
    Key: 'files/a',
    ResponseContentDisposition: 'attachment; filename="Report (1).pdf"',
    ResponseContentType: 'application/pdf',
  })
  const link = await getSignedUrl(client, command, { expiresIn: 60 })
  const response = await fetch(link)
  expect(await response.text()).toBe('content')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Report (1).pdf"')
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const tampered = await fetch(link.replace('files/a', 'files/b'))
  expect([tampered.status, await tampered.text()]).toEqual([
    403,
    expect.stringContaining('SignatureDoesNotMatch'),
  ])
})

test('expires a presigned link by the movable clock, to the second', async () => {
  await seed('files/a')
  // Time stands still, however long the requests take.
  const signedAt = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: signedAt - (signedAt % 1000) })
  const link = await getSignedUrl(asOperator(), new GetObjectCommand({ Bucket, Key: 'files/a' }), {
    expiresIn: 60,
  })
  cloud.clock.set(new Date(Date.now() + 59_000))
  expect((await fetch(link)).status).toBe(200)
  cloud.clock.set(new Date(Date.now() + 61_000))
  const late = await fetch(link)
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')])
})

test('limits a presigned link to the role of its signer', async () => {
  await seed('files/a')
  const client = clientOf(createRole(cloud.aws, 's3:PutObject', objects))
  const link = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'files/a' }))
  const response = await fetch(link)
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('AccessDenied')])
})

test('accepts a link with the bucket in the host name', async () => {
  await seed('files/a', 'content')
  const client = new S3Client({ ...clientOptions(cloud, cloud.aws.operator) })
  const link = new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: 'files/a' })))
  expect(link.hostname).toBe(`${Bucket}.localhost`)
  const status = await new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: link.port,
      path: link.pathname + link.search,
      headers: { host: link.host },
    }
    get(options, (response) => resolve(response.resume().statusCode)).once('error', reject)
  })
  expect(status).toBe(200)
})

test('stores an object through a presigned upload', async () => {
  const client = new S3Client({
    ...clientOptions(cloud, cloud.aws.operator),
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const link = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: 'files/up' }))
  expect((await fetch(link, { method: 'PUT', body: 'sent' })).status).toBe(200)
  expect(cloud.aws.s3.get(Bucket, 'files/up')?.object.size).toBe(4)
})

const sizeLimit = 1000
const postForm = async (identity: Identity, body: string, change: Record<string, string> = {}) => {
  const { url, fields } = await createPresignedPost(clientOf(identity), {
    Bucket,
    Key: 'files/report.pdf',
    Conditions: [
      ['content-length-range', 1, sizeLimit],
      ['eq', '$Content-Type', 'application/pdf'],
    ],
    Fields: { 'Content-Type': 'application/pdf' },
    Expires: 60,
  })
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...change })) form.append(name, value)
  form.append('file', new Blob([body]), 'report.pdf')
  return () => fetch(url, { method: 'POST', body: form, headers: { origin } })
}

test('accepts a form only within the exact size limits of its policy', async () => {
  const role = createRole(cloud.aws, 's3:PutObject', objects)
  const right = await (await postForm(role, 'x'.repeat(sizeLimit)))()
  expect(right.status).toBe(204)
  expect(right.headers.get('access-control-allow-origin')).toBe(origin)
  expect(cloud.aws.s3.list(Bucket)).toMatchObject([
    { key: 'files/report.pdf', size: sizeLimit, contentType: 'application/pdf' },
  ])
  const large = await (await postForm(role, 'x'.repeat(sizeLimit + 1)))()
  expect([large.status, await large.text()]).toEqual([400, expect.stringContaining('EntityTooLarge')])
  const small = await (await postForm(role, ''))()
  expect([small.status, await small.text()]).toEqual([400, expect.stringContaining('EntityTooSmall')])
})

test('rejects a form with a changed key, type, policy or extra field, or after expiry', async () => {
  const role = createRole(cloud.aws, 's3:PutObject', objects)
  const changes: Record<string, string>[] = [
    { key: 'files/else.pdf' },
    { 'Content-Type': 'text/html' },
    { acl: 'public-read' },
    { Policy: 'e30=' },
  ]
  for (const change of changes) expect((await (await postForm(role, 'x', change))()).status).toBe(403)
  const send = await postForm(role, 'x')
  cloud.clock.set(new Date(Date.now() + 61_000))
  expect(await (await send()).text()).toContain('Policy expired')
  cloud.clock.reset()
  expect((await (await postForm(createRole(cloud.aws, 's3:GetObject', objects), 'x'))()).status).toBe(403)
  expect(cloud.aws.s3.list(Bucket)).toEqual([])
})

test('allows uploads only to browsers of the allowed origin', async () => {
  const preflight = (from: string, method: string) =>
    fetch(`${cloud.aws.url}/${Bucket}`, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    })
  const allowed = await preflight(origin, 'POST')
  expect(allowed.status).toBe(200)
  expect(allowed.headers.get('access-control-allow-origin')).toBe(origin)
  expect((await preflight('http://evil.example', 'POST')).status).toBe(403)
  expect((await preflight(origin, 'DELETE')).status).toBe(403)
})

test('rejects unsupported parameters with their name', async () => {
  const upload = new CreateMultipartUploadCommand({ Bucket, Key: 'files/a' })
  await expect(asOperator().send(upload)).rejects.toMatchObject({
    name: 'NotImplemented',
    message: expect.stringContaining('uploads'),
  })
  const put = new PutObjectCommand({ Bucket, Key: 'files/a', Body: 'x', ACL: 'public-read' })
  await expect(asOperator().send(put)).rejects.toMatchObject({
    message: expect.stringContaining('x-amz-acl'),
  })
})

test('does not store a body with a wrong signature or checksum', async () => {
  const put = new PutObjectCommand({ Bucket, Key: 'files/a', Body: 'x', ChecksumCRC32: 'AAAAAA==' })
  await expect(asOperator().send(put)).rejects.toMatchObject({ name: 'BadDigest' })
  const client = asOperator()
  client.middlewareStack.add(
    (next) => (args) => {
      ;(args.request as { body: unknown }).body = 'y'
      return next(args)
    },
    { step: 'finalizeRequest', priority: 'low' },
  )
  const changed = client.send(new PutObjectCommand({ Bucket, Key: 'files/a', Body: 'x' }))
  await expect(changed).rejects.toMatchObject({
    name: expect.stringMatching(/BadDigest|XAmzContentSHA256Mismatch/),
  })
  expect(cloud.aws.s3.list(Bucket)).toEqual([])
})
