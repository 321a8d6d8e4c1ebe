import { oneTimeSessionEvent } from '../../../shared/contract/passes.ts'
import { passInUse } from '../../../shared/rules/access.ts'
import { factsOf } from '../../../shared/rules/pass.ts'
import { env } from '../../platform/env.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { Table } from '../../platform/table/table.ts'
import { type HeldPass, passRepository } from '../pass.repository.ts'
import { reportEvent, type ReportNeeds } from '../report-event.ts'

/** The pass that a chat of now is about; else the last one, which is over. */
const currentOf = (held: readonly HeldPass[], now: Date): HeldPass | undefined =>
  passInUse(
    held.map((one) => ({ ...factsOf(one.pass), one })),
    now,
  )?.one ?? held.at(-1)

const handle: Handle<typeof oneTimeSessionEvent, ReportNeeds> = async ({ caller, body, now }, needs) => {
  const find = async () => currentOf((await needs.passes.of(caller.userId)) ?? [], now)
  return reportEvent({ event: body.event, now, find }, needs)
}

const table = new Table()
export const handler = serve(
  oneTimeSessionEvent,
  handle,
  { passes: passRepository(table), siteUrl: env('SITE_URL') },
  { table },
)
