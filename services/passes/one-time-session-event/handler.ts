import { oneTimeSessionEvent } from '#shared/contract/passes.ts'
import { env } from '#platform/env.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { findPassInUse, passRepository } from '../pass.repository.ts'
import {
  recordSessionEvent,
  reportedEventOf,
  type SessionEventDependencies,
} from '../record-session-event.ts'

/** Records an event of the pass in use or, if there is none, of the last pass, which is over. */
export const handle: Handle<typeof oneTimeSessionEvent, SessionEventDependencies> = async (
  { caller, body, now },
  deps,
) => {
  const find = async () => {
    const passes = (await deps.passes.listByUser(caller.userId)) ?? []
    return findPassInUse(passes, now) ?? passes.at(-1)
  }
  return recordSessionEvent({ event: reportedEventOf(body), now, find }, deps)
}

const table = new Table()
export const handler = serve(
  oneTimeSessionEvent,
  handle,
  { passes: passRepository(table), siteUrl: env('SITE_URL') },
  { table },
)
