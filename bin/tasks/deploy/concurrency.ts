import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda'
import { functions } from '#lib/functions.ts'
import type { Stage } from '#lib/stages.ts'

/** AWS always keeps this much concurrency for the functions without reserved concurrency. */
const unreservedConcurrency = 100

const reserving = functions.filter(({ reservedConcurrency }) => reservedConcurrency !== undefined)

/** Concurrency that a stage needs: what its functions reserve, and what AWS keeps for all others. */
export const neededConcurrency = reserving.reduce(
  (sum, { reservedConcurrency: own = 0 }) => sum + own,
  unreservedConcurrency,
)

/** Returns the reserved concurrency of a deployed function: 0 if it reserves nothing or is not deployed. */
const reservedBy = async (client: LambdaClient, FunctionName: string): Promise<number> => {
  try {
    const { ReservedConcurrentExecutions = 0 } = await client.send(
      new GetFunctionConcurrencyCommand({ FunctionName }),
    )
    return ReservedConcurrentExecutions
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return 0
    throw error
  }
}

/**
 * Checks that the account has enough concurrency. What the stage has reserved already counts as available to it.
 *
 * @throws Error that says how much is missing
 */
export const requireConcurrency = async ({ region, name }: Stage): Promise<void> => {
  const client = new LambdaClient({ region })
  const [{ AccountLimit }, ...reservations] = await Promise.all([
    client.send(new GetAccountSettingsCommand({})),
    ...reserving.map((definition) => reservedBy(client, `advice-${name}-${definition.name}`)),
  ])
  const free = AccountLimit?.UnreservedConcurrentExecutions ?? 0
  const available = reservations.reduce((sum, reserved) => sum + reserved, free)
  if (available >= neededConcurrency) return
  throw new Error(
    `${name} needs ${neededConcurrency} concurrent executions in ${region}, and the account has ${available} for it: ask for more in Service Quotas (Lambda, "Concurrent executions"), or set reservesConcurrency to false.`,
  )
}
