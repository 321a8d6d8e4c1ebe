import type { Clock } from '#local/kit/clock.ts'
import type { Identities } from '../protocol/identity.ts'
import type { Call, Reply } from '../protocol/service.ts'
import { element, xmlDocument } from '../protocol/xml.ts'
import { readUploadForm, type UploadForm } from './multipart-form.ts'
import { checkPolicy, signerOfPolicy } from './post-policy.ts'
import { addressOf } from './s3-request.ts'
import type { Store, StoredObject } from './store.ts'
import { defaultContentType } from './write-object.ts'

interface Options {
  readonly clock: Clock
  readonly region: string
  readonly identities: Identities
}

const successResponse = (call: Call, form: UploadForm, bucket: string, object: StoredObject): Reply => {
  const encodedKey = object.key.split('/').map(encodeURIComponent).join('/')
  const location = `http://${call.request.headers.host}/${addressOf(call.request).bucket}/${encodedKey}`
  const headers = { etag: object.etag, location }
  const redirect = form.fields.get('success_action_redirect')
  if (redirect) return { status: 303, headers: { ...headers, location: redirect } }
  const status = form.fields.get('success_action_status')
  if (status !== '201') return { status: status === '200' ? 200 : 204, headers }
  const body = `${element('Location', location)}${element('Bucket', bucket)}${element('Key', object.key)}${element('ETag', object.etag)}`
  return {
    status: 201,
    headers: { ...headers, 'content-type': 'application/xml' },
    body: xmlDocument(`<PostResponse>${body}</PostResponse>`),
  }
}

/**
 * Handles a browser's form: checks signature, policy and role, then streams the file to disk.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
 */
export const postObject =
  (store: Store, options: Options) =>
  async (call: Call): Promise<Reply> => {
    const bucket = store.bucket(addressOf(call.request).bucket)
    const form = await readUploadForm(call.request)
    try {
      const { fields, fileName } = form
      const signer = signerOfPolicy(fields, options.identities, options.region)
      const key = (fields.get('key') ?? '').replaceAll('${filename}', fileName)
      const limits = checkPolicy(new Map([...fields, ['bucket', bucket.name]]), options.clock.now())
      call.authorize(
        [{ service: 's3', action: 'PutObject', resource: `arn:aws:s3:::${bucket.name}/${key}` }],
        signer,
      )
      const received = await store.receive(form.file, limits)
      const meta = [...fields].filter(([name]) => name.startsWith('x-amz-meta-'))
      const object = store.commit(bucket, key, received, {
        contentType: fields.get('content-type') ?? defaultContentType,
        contentDisposition: fields.get('content-disposition'),
        cacheControl: fields.get('cache-control'),
        contentEncoding: fields.get('content-encoding'),
        user: Object.fromEntries(meta.map(([name, value]) => [name.slice('x-amz-meta-'.length), value])),
      })
      return successResponse(call, form, bucket.name, object)
    } finally {
      // Browsers only read a response after they have sent the whole request.
      await form.drain()
    }
  }
