import { ApiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import { log } from '#platform/log.ts'
import { countMetrics } from '#platform/metric.ts'
import { scheduled } from '#platform/scheduled.ts'
import { Stripe, withStripe } from '#platform/stripe.ts'
import {
  endpointUrl,
  isCurrentVersion,
  isPending,
  listEndpoints,
  unsentEventTypes,
  type WebhookEndpoint,
} from '../webhook-endpoint.ts'

interface Dependencies {
  /** Origin of the site, without a trailing slash. */
  readonly siteUrl: string
  readonly listEndpoints: () => Promise<readonly WebhookEndpoint[]>
}

interface Problem {
  readonly problem: 'missing' | 'api_version' | 'disabled' | 'events' | 'no_permission'
  /** Event types that the endpoint does not send, separated by commas. */
  readonly events?: string
}

/** Returns the problems of the endpoint with this address. A second one with another API version does no harm. */
const problemsOf = (endpoints: readonly WebhookEndpoint[], url: string): Problem[] => {
  const usable = endpoints.filter((one) => one.url === url && !isPending(one))
  const current = usable.find(isCurrentVersion)
  if (current === undefined) return [{ problem: usable.length > 0 ? 'api_version' : 'missing' }]
  const problems: Problem[] = []
  if (current.status !== 'enabled') problems.push({ problem: 'disabled' })
  const unsent = unsentEventTypes(current)
  if (unsent.length > 0) problems.push({ problem: 'events', events: unsent.join() })
  return problems
}

const isMissingPermission = (error: unknown): boolean =>
  error instanceof ApiError && error.cause instanceof Stripe.errors.StripePermissionError

const findProblems = async ({ siteUrl, listEndpoints: list }: Dependencies): Promise<Problem[]> => {
  try {
    return problemsOf(await list(), endpointUrl(siteUrl))
  } catch (error) {
    if (isMissingPermission(error)) return [{ problem: 'no_permission' }]
    throw error
  }
}

/**
 * Checks every night that Stripe's webhook endpoint exists, is enabled, and sends the events that the service handles in
 * the API version of this release. Otherwise failed payments, refunds and disputes take effect only with the nightly
 * reconciliation, and no other alarm is raised, because no request arrives. A restricted key without the permission is a
 * problem too, or nobody would notice that nothing is checked.
 */
export const handle = async (deps: Dependencies): Promise<{ problems: number }> => {
  const found = await findProblems(deps)
  for (const problem of found) log.error('webhook endpoint is wrong', { ...problem })
  const problems = found.length
  log.info('webhook endpoint checked', { problems })
  countMetrics({ WebhookProblems: problems })
  return { problems }
}

export const handler = scheduled(() =>
  handle({ siteUrl: env('SITE_URL'), listEndpoints: () => withStripe(listEndpoints) }),
)
