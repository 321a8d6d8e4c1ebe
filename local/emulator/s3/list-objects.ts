import { AwsError } from '../protocol/aws-error.ts'
import type { Reply } from '../protocol/service.ts'
import { element, xmlDocument } from '../protocol/xml.ts'
import type { StoredObject } from './store.ts'

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
const maxKeys = 1000

type Entry = { readonly object: StoredObject } | { readonly prefix: string }

const nameOf = (entry: Entry): string => ('object' in entry ? entry.object.key : entry.prefix)

/** Groups objects with the delimiter after the prefix into one entry each, in order. */
const rollUp = (objects: readonly StoredObject[], prefix: string, delimiter: string): Entry[] => {
  const entries: Entry[] = []
  let last = ''
  for (const object of objects) {
    const end = delimiter ? object.key.indexOf(delimiter, prefix.length) : -1
    if (end < 0) entries.push({ object })
    else {
      const common = object.key.slice(0, end + delimiter.length)
      if (common !== last) entries.push({ prefix: common })
      last = common
    }
  }
  return entries
}

const writeEntry = (entry: Entry, encode: (text: string) => string): string =>
  'prefix' in entry
    ? `<CommonPrefixes>${element('Prefix', encode(entry.prefix))}</CommonPrefixes>`
    : `<Contents>${element('Key', encode(entry.object.key))}${element('LastModified', entry.object.lastModified.toISOString())}${element('ETag', entry.object.etag)}${element('Size', entry.object.size)}${element('StorageClass', 'STANDARD')}</Contents>`

/** Handles ListObjectsV2 for the objects of a bucket with the prefix, sorted by key. */
export const listObjects = (
  bucket: string,
  objects: readonly StoredObject[],
  query: URLSearchParams,
): Reply => {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? '']
  const wanted = Number(query.get('max-keys') ?? maxKeys)
  if (!Number.isInteger(wanted) || wanted < 0)
    throw new AwsError('InvalidArgument', 400, 'max-keys is not a number')
  const token = query.get('continuation-token')
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString()
  const encode = query.get('encoding-type') === 'url' ? encodeURIComponent : (text: string) => text
  const left = rollUp(objects, prefix, delimiter).filter((entry) => nameOf(entry) > after)
  const page = left.slice(0, Math.min(wanted, maxKeys))
  const last = page.at(-1)
  const next = left.length > page.length && last ? Buffer.from(nameOf(last)).toString('base64url') : undefined
  const body = [
    element('Name', bucket),
    element('Prefix', encode(prefix)),
    delimiter && element('Delimiter', encode(delimiter)),
    element('MaxKeys', wanted),
    element('KeyCount', page.length),
    element('IsTruncated', next !== undefined),
    element('ContinuationToken', token ?? undefined),
    element('StartAfter', query.get('start-after') ?? undefined),
    element('EncodingType', query.get('encoding-type') ?? undefined),
    element('NextContinuationToken', next),
    ...page.map((entry) => writeEntry(entry, encode)),
  ].join('')
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: xmlDocument(`<ListBucketResult xmlns="${namespace}">${body}</ListBucketResult>`),
  }
}
