import { guestSessionEvent } from '../../../shared/contract/passes.ts'
import { hashOf } from '../../platform/crypto.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { passRepository } from '../pass.repository.ts'
import { reportEvent, type ReportNeeds } from '../report-event.ts'

const handle: Handle<typeof guestSessionEvent, ReportNeeds> = async ({ body, now }, needs) =>
  reportEvent({ event: body.event, now, find: () => needs.passes.byKeyHash(hashOf(body.guest_key)) }, needs)

const table = new Table()
export const handler = serve(
  guestSessionEvent,
  handle,
  { passes: passRepository(table), siteUrl: env('SITE_URL') },
  { table },
)
