import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { firstHeader, single, type HttpRequest, type HttpResponse } from '../http.ts'
import { contentTypeOf } from './content-types.ts'

/** What lib/constructs/site-content.ts uploads the files with. */
const cacheControlOf = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate'

const noSuchKey = (): HttpResponse => ({
  status: 404,
  headers: single({ 'content-type': 'application/xml', server: 'AmazonS3' }),
  body: Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>',
  ),
})

/** The path of a file below the folder, or nothing when the address leads out of it. */
const filePath = (folder: string, path: string): string | undefined => {
  try {
    const file = normalize(join(folder, decodeURIComponent(path)))
    return file.startsWith(join(folder, '/')) && !file.includes('\0') ? file : undefined
  } catch {
    // A malformed escape: no object has such a key.
    return undefined
  }
}

const readContent = async (folder: string, path: string): Promise<Buffer | undefined> => {
  const file = filePath(folder, path)
  if (!file) return undefined
  try {
    return await readFile(file)
  } catch {
    // Not there, or a folder: S3 has no such key.
    return undefined
  }
}

interface SiteContent {
  readonly folder: string
  /** Text of `/config.json`, as a deployment writes it. */
  readonly config: string
  /** What a file becomes before it is stored. */
  readonly transform?: (content: Buffer, contentType: string) => Buffer
}

/** The site's bucket: the files of a folder, and `/config.json`. */
export const createSiteOrigin =
  ({ folder, config, transform = (content) => content }: SiteContent) =>
  async (request: HttpRequest): Promise<HttpResponse> => {
    const { path } = request
    const content = path === '/config.json' ? Buffer.from(config) : await readContent(folder, path)
    if (!content) return noSuchKey()
    const body = transform(content, contentTypeOf(path))
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    const headers = single({
      'content-type': contentTypeOf(path),
      'cache-control': cacheControlOf(path),
      etag,
      server: 'AmazonS3',
    })
    const known = (firstHeader(request.headers, 'if-none-match') ?? '').replaceAll('W/', '')
    return known.split(/,\s*/).includes(etag)
      ? { status: 304, headers, body: Buffer.alloc(0) }
      : { status: 200, headers, body }
  }
