import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isUsable } from '#shared/rules/pass.ts'
import { hashOf } from '#platform/crypto.ts'
import { recordChatMessages } from '#services/passes/record-chat-messages.ts'
import { recordOpening } from '#services/passes/record-opening.ts'
import { recordSessionEvent } from '#services/passes/record-session-event.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.restart())
afterAll(() => world.close())

const minuteMs = 60_000
/** Holder of the pass of the current run, and the number of that run. */
let holder = { keyHash: '' }
let runs = 0

const step = fc.record({
  do: fc.constantFrom('reply', 'message', 'open', 'started', 'ended', 'given_up'),
  wait: fc.integer({ min: 0, max: 25 }),
})

/** The rules of the clock in minutes, written without the code under test. */
interface Expected {
  startedAt?: number
  seenAt?: number
  hasReply: boolean
  isGivenUp: boolean
}

const isActive = ({ startedAt, isGivenUp }: Expected, minute: number): boolean =>
  !isGivenUp && (startedAt === undefined || minute < startedAt + 30)

const expectStep = (model: Expected, event: string, minute: number): void => {
  if (!isActive(model, minute)) return
  if (event === 'given_up') model.isGivenUp = true
  if (model.startedAt !== undefined || event === 'ended' || event === 'given_up') return
  const isPresent = model.seenAt !== undefined && minute - model.seenAt <= 2
  const isReturn = model.hasReply && (event === 'message' || event === 'open')
  if (event === 'started' || isReturn || (event === 'reply' && isPresent)) model.startedAt = minute
  else if (event === 'reply') model.hasReply = true
  else model.seenAt = minute
}

const run = async (event: string, now: Date, id: number): Promise<void> => {
  const { deps } = world
  if (event === 'reply' || event === 'message') {
    const messages = [{ from: event === 'reply' ? ('adviser' as const) : ('visitor' as const), at: now }]
    const report = { holder, eventId: `event-${runs}-${id}`, messages, isLive: true, now }
    await recordChatMessages(report, deps)
    await recordChatMessages(report, deps) // A repeated delivery changes nothing.
  } else if (event === 'open') await recordOpening(holder, deps.passes, now)
  else if (event === 'started' || event === 'ended' || event === 'given_up') {
    const find = () => deps.passes.findByKeyHash(holder.keyHash)
    await recordSessionEvent({ event, now, find }, deps)
  }
}

test('a pass is active exactly as the rules of its clock say, after any reports', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      runs += 1
      holder = { keyHash: hashOf(`key-${runs}`) }
      const paidAt = world.clock.now()
      const pass = {
        paidAt: paidAt.toISOString(),
        purchases: { cs_1: { paidAt: paidAt.toISOString(), reversed: false } },
      }
      const stored = { holder, firstSessionId: 'cs_1', email: null, pass, version: 0 }
      await world.deps.passes.write({ stored, now: paidAt })
      const model: Expected = { hasReply: false, isGivenUp: false }
      let minute = 0
      for (const [id, { do: event, wait }] of steps.entries()) {
        minute += wait
        const now = new Date(paidAt.getTime() + minute * minuteMs)
        await run(event, now, id)
        expectStep(model, event, minute)
        const found = await world.deps.passes.findByKeyHash(holder.keyHash)
        expect(found && isUsable(found.pass, now)).toBe(isActive(model, minute))
        const start =
          model.startedAt === undefined ? undefined : paidAt.getTime() + model.startedAt * minuteMs
        expect(found?.pass.startedAt).toBe(start === undefined ? undefined : new Date(start).toISOString())
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)
