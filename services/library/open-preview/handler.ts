import { extensionOf, uploadTypes } from '../../../shared/values/file-types.ts'
import { previewSeconds } from '../../../shared/values/limits.ts'
import { signDownload } from '../../platform/files/download.ts'
import { type RawReply, serveRaw } from '../../platform/http/serve-raw.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { libraryRepository } from '../library.repository.ts'
import { previewRepository } from '../preview.repository.ts'

const table = new Table()
const previews = previewRepository(table)
const library = libraryRepository(table)

/** Leads an online viewer on to a file, for as long as the short link works and the file is listed. */
export const handler = serveRaw('open-preview', 0, async ({ parameters, now }): Promise<RawReply> => {
  const path = await previews.find(parameters['token'] ?? '', now)
  const file = path === undefined ? undefined : await library.find(path)
  if (path === undefined || file === undefined) throw refused('not_found')
  const location = await signDownload(path, {
    name: file.originalName,
    seconds: previewSeconds,
    contentType: uploadTypes[extensionOf(file.originalName)],
  })
  return { statusCode: 302, headers: { location, 'referrer-policy': 'no-referrer' } }
})
