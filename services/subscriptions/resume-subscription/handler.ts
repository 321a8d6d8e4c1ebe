import { resumeSubscription } from '#shared/contract/subscriptions.ts'
import { isCancelling } from '#shared/rules/entitlement.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { changeRenewal } from '../change-renewal.ts'
import type { SyncDependencies } from '../sync-customer.ts'
import { syncDependencies } from '../sync-dependencies.ts'

/** Removes a scheduled cancellation. An ended subscription cannot be resumed. */
export const handle: Handle<typeof resumeSubscription, SyncDependencies> = (request, deps) =>
  changeRenewal(request, deps, async (subscription) => {
    if (isCancelling(subscription)) await deps.stripe.removeScheduledCancellation(subscription)
  })

const table = new Table()
export const handler = serve(resumeSubscription, handle, syncDependencies(table), { table })
