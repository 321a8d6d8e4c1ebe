import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isUsable, type Pass } from '#shared/rules/pass.ts'
import { anaAddress, deliveries, emailSteps } from './email-steps.ts'
import { report } from './steps.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const { deliverAll, emailsTo, passDays, purchase } = emailSteps(() => world)

const passOf = async (): Promise<Pass> => {
  const [stored] = (await world.deps.passes.listByUser('ana')) ?? []
  if (stored === undefined) throw new Error('Ana has no pass')
  return stored.pass
}
const isUsableNow = async () => isUsable(await passOf(), world.clock.now())

describe('a pass whose dispute we win', () => {
  test.each(deliveries)('can be started for 30 days from then, with events %s', async (delivery) => {
    const session = await purchase('one-time')
    await passDays(1)
    world.stripeEmulator.dispute({ session, outcome: 'open' })
    await deliverAll()
    expect(await isUsableNow()).toBe(false)
    await passDays(45)
    world.stripeEmulator.dispute({ session, outcome: 'won' })
    await deliverAll(delivery)
    expect(await isUsableNow()).toBe(true)
    expect(await emailsTo(anaAddress, 'pass-over')).toEqual([])
    await passDays(29.9)
    await deliverAll()
    expect(await isUsableNow()).toBe(true)
    expect(await world.deps.passes.listDue(world.clock.now())).toEqual([])
    await passDays(0.2)
    expect(await isUsableNow()).toBe(false)
    expect(await world.deps.passes.listDue(world.clock.now())).toHaveLength(1)
  })

  test.each(deliveries)(
    'stays over if it had expired unused before the dispute, with events %s',
    async (delivery) => {
      const session = await purchase('one-time')
      await passDays(31)
      world.stripeEmulator.dispute({ session, outcome: 'open' })
      await deliverAll()
      await passDays(5)
      world.stripeEmulator.dispute({ session, outcome: 'won' })
      await deliverAll(delivery)
      expect(await isUsableNow()).toBe(false)
    },
  )

  test('keeps its end if it had started', async () => {
    const session = await purchase('one-time')
    await report(world, 'ana', 'started')
    world.stripeEmulator.dispute({ session, outcome: 'open' })
    await deliverAll()
    await passDays(1)
    world.stripeEmulator.dispute({ session, outcome: 'won' })
    await deliverAll()
    expect(await isUsableNow()).toBe(false)
  })
})
