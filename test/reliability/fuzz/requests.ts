import type { Operation } from '#shared/contract/operation.ts'
import { type AccountFacts, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { writesToStripe } from '#test/kit/in-memory/in-process-stripe.ts'
import { passSecondFactor } from '#test/kit/in-memory/step-up.ts'
import { loadHandler, type mockAws, requestEvent } from './functions.ts'
import { database } from './shared-database.ts'

/** Everything that is stored, except the counters of rate limits, which rejected requests change too. */
const stored = () => JSON.stringify(database.all().filter(({ entity }) => entity?.['S'] !== 'rate'))

/** An otherwise empty service with one user, who is permitted to call every operation. */
export interface Service {
  readonly world: ReturnType<typeof inMemory>
  readonly userId: string
}

export interface Sent {
  readonly contentType?: string | undefined
  /** Changes the service before the request. */
  readonly prepare?: (service: Service) => Promise<unknown>
}

/** Creates functions that send requests to the deployed handlers, with AWS mocked. */
export const requestsWith = (aws: ReturnType<typeof mockAws>) => {
  const open = async (facts: AccountFacts = { plan: 'monthly' }): Promise<Service> => {
    database.clear()
    aws.reset()
    const world = inMemory({ database })
    const { userId } = await world.account(facts)
    await passSecondFactor(world.table, userId, world.now)
    return { world, userId }
  }

  /** Sends a body as the user of a service. */
  const request = async (
    operation: Operation,
    body: string,
    { world: { now }, userId }: Service,
    contentType?: string,
  ) => {
    const handler = await loadHandler(operation)
    const [before, writesBefore] = [stored(), writesToStripe()]
    const reply = await handler(requestEvent(operation, { body, userId, now, contentType }), {})
    const wrote = stored() !== before || writesToStripe() !== writesBefore
    return { ...reply, wrote, changes: aws.changes() }
  }

  return {
    open,
    request,
    /** Sends a body as a permitted caller to an otherwise empty service. */
    send: async (operation: Operation, body: string, { contentType, prepare }: Sent = {}) => {
      const service = await open()
      await prepare?.(service)
      return request(operation, body, service, contentType)
    },
  }
}
