import { listMediaLinks } from '../../../shared/contract/library.ts'
import { memberGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { isMemberSubscribed } from '../../platform/member.ts'
import { Table } from '../../platform/table/table.ts'
import { type MediaRepository, mediaRepository } from '../media.repository.ts'

interface Needs {
  readonly media: MediaRepository
}

/** The gate let in subscribers and admins; whoever does not subscribe is an admin. */
const handle: Handle<typeof listMediaLinks, Needs> = async ({ caller, now }, { media }) => ({
  data: await media.list({ inactiveToo: !isMemberSubscribed(caller, now) }),
})

const table = new Table()
export const handler = serve(
  listMediaLinks,
  handle,
  { media: mediaRepository(table) },
  { table, gate: memberGate },
)
