import { createDownload } from '../../../shared/contract/library.ts'
import { extensionOf, isOfficeFile, uploadTypes } from '../../../shared/values/file-types.ts'
import { libraryFolder, originalName } from '../../../shared/values/library-path.ts'
import { adminDownloadSeconds, memberDownloadSeconds } from '../../../shared/values/limits.ts'
import { env } from '../../platform/env.ts'
import { isStored, signDownload } from '../../platform/files/download.ts'
import { memberGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { isMemberSubscribed } from '../../platform/member.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { type PreviewRepository, previewRepository } from '../preview.repository.ts'

interface Needs {
  readonly isStored: typeof isStored
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

/**
 * Only what was checked lies in the library's folder, so that the storage is asked and the table is not; type
 * and name of the file are the server's to say.
 */
const handle: Handle<typeof createDownload, Needs> = async ({ caller, body: { path }, now }, needs) => {
  if (!(await needs.isStored(path))) return refused('not_found')
  const name = originalName(path.slice(libraryFolder.length))
  const url = await needs.sign(path, {
    name,
    seconds: isMemberSubscribed(caller, now) ? memberDownloadSeconds : adminDownloadSeconds,
    contentType: uploadTypes[extensionOf(name)],
  })
  return isOfficeFile(name) ? { url, viewUrl: await viewUrlOf(path, now, needs) } : { url }
}

const table = new Table()
export const handler = serve(
  createDownload,
  handle,
  {
    isStored,
    previews: previewRepository(table),
    sign: signDownload,
    siteUrl: env('SITE_URL'),
  },
  { table, gate: memberGate },
)
