import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { firstHeader, toHeaders, type HttpRequest, type HttpResponse } from '#local/kit/http.ts'
import { contentTypeOf } from './content-types.ts'

const noSuchKey = (): HttpResponse => ({
  status: 404,
  headers: toHeaders({ 'content-type': 'application/xml', server: 'AmazonS3' }),
  body: Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>',
  ),
})

/** Returns the path of a file below the folder, or undefined if the address leads outside it. */
const filePath = (folder: string, path: string): string | undefined => {
  try {
    const file = normalize(join(folder, decodeURIComponent(path)))
    return file.startsWith(join(folder, '/')) && !file.includes('\0') ? file : undefined
  } catch {
    // The path contains a malformed escape, so no object can have it as a key.
    return undefined
  }
}

const readContent = async (folder: string, path: string): Promise<Buffer | undefined> => {
  const file = filePath(folder, path)
  if (!file) return undefined
  try {
    return await readFile(file)
  } catch {
    // The path does not exist or is a folder. S3 has no object with such a key.
    return undefined
  }
}

interface SiteContent {
  readonly folder: string
  /** Text of files that are not in the folder, by path. They take precedence over it. */
  readonly generated: Readonly<Record<string, string>>
  /** Returns the cache-control header of a path, as the deployment sets it. */
  readonly cacheControl: (path: string) => string
  /** Changes the content of a file before it is served. */
  readonly transform?: (content: Buffer, contentType: string) => Buffer
}

/** Creates the origin of the site's bucket: the files of a folder, and generated files. */
export const createSiteOrigin =
  ({ folder, generated, cacheControl, transform = (content) => content }: SiteContent) =>
  async (request: HttpRequest): Promise<HttpResponse> => {
    const { path } = request
    const text = generated[path]
    const content = text === undefined ? await readContent(folder, path) : Buffer.from(text)
    if (!content) return noSuchKey()
    const body = transform(content, contentTypeOf(path))
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    const headers = toHeaders({
      'content-type': contentTypeOf(path),
      'cache-control': cacheControl(path),
      etag,
      server: 'AmazonS3',
    })
    const known = (firstHeader(request.headers, 'if-none-match') ?? '').replaceAll('W/', '')
    return known.split(/,\s*/).includes(etag)
      ? { status: 304, headers, body: Buffer.alloc(0) }
      : { status: 200, headers, body }
  }
