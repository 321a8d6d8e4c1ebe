import { deleteMediaLink } from '../../../shared/contract/library.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type MediaRepository, mediaRepository } from '../media.repository.ts'

interface Needs {
  readonly media: MediaRepository
}

const handle: Handle<typeof deleteMediaLink, Needs> = async ({ caller, body, now }, { media }) => {
  await media.delete(body.id, { adminId: caller.userId, now })
  return {}
}

const table = new Table()
export const handler = serve(
  deleteMediaLink,
  handle,
  { media: mediaRepository(table) },
  { table, gate: adminGate },
)
