import { createDownload } from '#shared/contract/library.ts'
import { extensionOf, isOfficeFile, uploadTypes } from '#shared/values/file-types.ts'
import { thumbnailPathOf } from '#shared/values/library-path.ts'
import { adminDownloadSeconds, memberDownloadSeconds } from '#shared/values/limits.ts'
import * as paths from '#shared/values/site-map.ts'
import { env } from '#platform/env.ts'
import { isStored, signDownload } from '#platform/files/download.ts'
import { memberGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { isAccountSubscribed } from '#platform/account/account.ts'
import { apiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'
import { type PreviewRepository, previewRepository } from '../preview.repository.ts'

export interface Dependencies {
  readonly isStored: typeof isStored
  readonly library: Pick<LibraryRepository, 'find'>
  readonly previews: PreviewRepository
  readonly sign: typeof signDownload
  readonly siteUrl: string
}

/** Online viewer for Office files. It downloads the file from the address in `src`. */
const viewerUrl = 'https://view.officeapps.live.com/op/view.aspx'

const viewUrlOf = async (path: string, now: Date, { previews, siteUrl }: Dependencies): Promise<string> => {
  const src = `${siteUrl}${paths.shortLink}/${await previews.create(path, now)}`
  return `${viewerUrl}?${new URLSearchParams({ src }).toString()}`
}

/**
 * Checks the list as well as the storage: an upload that overlaps a deletion stores the file once more, without listing
 * it. The server sets the name and content type of the download.
 */
export const handle: Handle<typeof createDownload, Dependencies> = async (
  { caller, body: { path, save, thumbnail }, now },
  deps,
) => {
  const seconds = isAccountSubscribed(caller, now) ? memberDownloadSeconds : adminDownloadSeconds
  const small = thumbnailPathOf(path)
  const [file, isFound] = await Promise.all([
    deps.library.find(path),
    deps.isStored(thumbnail ? small : path),
  ])
  if (file === undefined) return apiError('not_found')
  if (thumbnail && isFound)
    return { url: await deps.sign(small, { name: 'thumbnail.jpg', seconds, contentType: 'image/jpeg' }) }
  if (!isFound && !(thumbnail && (await deps.isStored(path)))) return apiError('not_found')
  const name = file.originalName
  const url = await deps.sign(path, {
    name,
    seconds,
    contentType: uploadTypes[extensionOf(name)],
    save,
  })
  return isOfficeFile(name) && !save ? { url, viewUrl: await viewUrlOf(path, now, deps) } : { url }
}

const table = new Table()
export const handler = serve(
  createDownload,
  handle,
  {
    isStored,
    library: libraryRepository(table),
    previews: previewRepository(table),
    sign: signDownload,
    siteUrl: env('SITE_URL'),
  },
  { table, guard: memberGuard },
)
