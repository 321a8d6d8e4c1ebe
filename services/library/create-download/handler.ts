import { createDownload } from '../../../shared/contract/library.ts'
import { extensionOf, uploadTypes } from '../../../shared/values/file-types.ts'
import { adminDownloadSeconds, memberDownloadSeconds } from '../../../shared/values/limits.ts'
import { signDownload } from '../../platform/files.ts'
import { memberGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { isMemberSubscribed } from '../../platform/member.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'

interface Needs {
  readonly library: LibraryRepository
  readonly sign: typeof signDownload
}

/** Only what the library lists can be fetched; type and name of the file are the server's to say. */
const handle: Handle<typeof createDownload, Needs> = async ({ caller, body, now }, { library, sign }) => {
  const file = await library.find(body.path)
  if (file === undefined) return refused('not_found')
  const url = await sign(body.path, {
    name: file.originalName,
    seconds: isMemberSubscribed(caller, now) ? memberDownloadSeconds : adminDownloadSeconds,
    contentType: uploadTypes[extensionOf(file.originalName)],
  })
  return { url }
}

const table = new Table()
export const handler = serve(
  createDownload,
  handle,
  { library: libraryRepository(table), sign: signDownload },
  { table, gate: memberGate },
)
