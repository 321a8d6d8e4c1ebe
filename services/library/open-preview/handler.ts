import { extensionOf, uploadTypes } from '#shared/values/file-types.ts'
import { previewSeconds } from '#shared/values/limits.ts'
import { signDownload } from '#platform/files/download.ts'
import { type RawResponse, type RawRequest, serveRaw } from '#platform/http/serve-raw.ts'
import { apiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'
import { type PreviewRepository, previewRepository } from '../preview.repository.ts'

export interface Dependencies {
  readonly previews: PreviewRepository
  readonly library: LibraryRepository
  readonly sign: typeof signDownload
}

/** Redirects an online viewer to a file, while the short link is valid and the library lists the file. */
export const handle = async (
  { parameters, now }: Pick<RawRequest, 'parameters' | 'now'>,
  deps: Dependencies,
): Promise<RawResponse> => {
  const path = await deps.previews.find(parameters['token'] ?? '', now)
  const file = path === undefined ? undefined : await deps.library.find(path)
  if (path === undefined || file === undefined) throw apiError('not_found')
  const location = await deps.sign(path, {
    name: file.originalName,
    seconds: previewSeconds,
    contentType: uploadTypes[extensionOf(file.originalName)],
  })
  return { statusCode: 302, headers: { location, 'referrer-policy': 'no-referrer' } }
}

const table = new Table()
const deps: Dependencies = {
  previews: previewRepository(table),
  library: libraryRepository(table),
  sign: signDownload,
}
export const handler = serveRaw('open-preview', 0, (request) => handle(request, deps))
