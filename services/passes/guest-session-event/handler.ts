import { guestSessionEvent } from '#shared/contract/passes.ts'
import { hashOf } from '#platform/crypto.ts'
import { env } from '#platform/env.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { passRepository } from '../pass.repository.ts'
import {
  recordSessionEvent,
  reportedEventOf,
  type SessionEventDependencies,
} from '../record-session-event.ts'

export const handle: Handle<typeof guestSessionEvent, SessionEventDependencies> = async (
  { body, now },
  deps,
) => {
  const find = () => deps.passes.findByKeyHash(hashOf(body.guest_key))
  return recordSessionEvent({ event: reportedEventOf(body), now, find }, deps)
}

const table = new Table()
export const handler = serve(
  guestSessionEvent,
  handle,
  { passes: passRepository(table), siteUrl: env('SITE_URL') },
  { table },
)
