import { createDownload } from '../../../shared/contract/library.ts'
import { extensionOf, isOfficeFile, uploadTypes } from '../../../shared/values/file-types.ts'
import { adminDownloadSeconds, memberDownloadSeconds } from '../../../shared/values/limits.ts'
import { env } from '../../platform/env.ts'
import { signDownload } from '../../platform/files/download.ts'
import { memberGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { isMemberSubscribed } from '../../platform/member.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'
import { type PreviewRepository, previewRepository } from '../preview.repository.ts'

interface Needs {
  readonly library: LibraryRepository
  readonly previews: PreviewRepository
  readonly sign: typeof signDownload
  readonly siteUrl: string
}

/** Shows an office file in the browser; it fetches the file by the address in `src`. */
const viewer = 'https://view.officeapps.live.com/op/view.aspx'

const viewUrlOf = async (path: string, now: Date, { previews, siteUrl }: Needs): Promise<string> => {
  const src = `${siteUrl}/d/${await previews.create(path, now)}`
  return `${viewer}?${new URLSearchParams({ src }).toString()}`
}

/** Only what the library lists can be fetched; type and name of the file are the server's to say. */
const handle: Handle<typeof createDownload, Needs> = async ({ caller, body: { path }, now }, needs) => {
  const file = await needs.library.find(path)
  if (file === undefined) return refused('not_found')
  const url = await needs.sign(path, {
    name: file.originalName,
    seconds: isMemberSubscribed(caller, now) ? memberDownloadSeconds : adminDownloadSeconds,
    contentType: uploadTypes[extensionOf(file.originalName)],
  })
  return isOfficeFile(file.name) ? { url, viewUrl: await viewUrlOf(path, now, needs) } : { url }
}

const table = new Table()
export const handler = serve(
  createDownload,
  handle,
  {
    library: libraryRepository(table),
    previews: previewRepository(table),
    sign: signDownload,
    siteUrl: env('SITE_URL'),
  },
  { table, gate: memberGate },
)
