import { expect } from 'vitest'
import type { EmailContent } from '#shared/contract/email.ts'
import type { Plan } from '#shared/values/plans.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { accountOf, buy, deliver, runReconcile, sessionsOf } from './steps.ts'
import { profileOf, type World } from './world.ts'

const dayMs = 24 * 3600_000
export const anaAddress = profileOf('ana', 'ana').email

export const deliveries = ['overlapping and repeated', 'reversed', 'lost'] as const
export type Delivery = (typeof deliveries)[number]

/** Steps for tests of emails about money, in which Ana buys. */
export const emailSteps = (getWorld: () => World) => {
  /** Returns the contents of the emails of these templates to an address. */
  const emailsTo = async (
    address: string,
    ...templates: readonly EmailContent['template'][]
  ): Promise<EmailContent[]> =>
    (await getWorld().table.listByIndex(keys.emailsTo(address, '').gsi1pk)).flatMap((item) => {
      const { content } = outboxRecord.parse(item)
      return content !== undefined && templates.includes(content.template) ? [content] : []
    })

  /** Delivers the waiting events in one of the ways in which Stripe may deliver them. The reconciliation follows. */
  const deliverAll = async (delivery: Delivery = 'overlapping and repeated'): Promise<void> => {
    const world = getWorld()
    await world.stripeEmulator.waitUntilIdle()
    const events = delivery === 'lost' ? [] : [...world.queue]
    if (delivery === 'overlapping and repeated')
      await Promise.all(events.map((event) => deliver(world, event)))
    for (const event of events.toReversed()) await deliver(world, event)
    world.queue = []
    expect(await runReconcile(world)).toMatchObject({ failed: 0 })
  }

  const passDays = async (days: number): Promise<void> => {
    const world = getWorld()
    world.clock.set(new Date(world.clock.now().getTime() + days * dayMs))
    await world.stripe.customers.list({ limit: 1 }) // The emulator runs what is due at the next request.
    await world.stripeEmulator.waitUntilIdle()
  }

  /** Pays the open session and returns its id. */
  const payOpenSession = async (card: 'ok' | 'debit' | 'failingDebit' = 'ok'): Promise<string> => {
    const open = (await sessionsOf(getWorld())).find(({ status }) => status === 'open')
    await getWorld().stripeEmulator.pay(String(open?.id), card)
    return String(open?.id)
  }

  /** Buys and pays. Returns the session. */
  const purchase = async (plan: Plan): Promise<string> => {
    await buy(getWorld(), 'ana', plan)
    const session = await payOpenSession()
    await deliverAll()
    return session
  }

  const customerOf = async () => String((await accountOf(getWorld(), 'ana')).profile.stripe_customer_id)
  return { emailsTo, deliverAll, passDays, payOpenSession, purchase, customerOf }
}
