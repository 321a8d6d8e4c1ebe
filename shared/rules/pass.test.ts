import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyChatMessages,
  type ChatMessage,
  openConversation,
  addPurchase,
  endOf,
  isUsable,
  minutesOf,
  passReversalOf,
  type Pass,
  applySessionEvent,
  restorePurchase,
  reversePurchase,
  type ReportedEvent,
} from './pass.ts'

const paid = new Date('2027-03-01T11:00:00Z')
const after = (minutes: number) => new Date(paid.getTime() + minutes * 60_000)
const aPass = addPurchase(undefined, 'cs_1', paid)
const started = (pass: Pass, at: Date): Pass => {
  const next = applySessionEvent(pass, 'started', at)
  if (next === 'over') throw new Error('The pass is over')
  return next
}

test('a pass starts with the first reply and lasts thirty minutes', () => {
  expect(isUsable(aPass, after(60 * 24))).toBe(true)
  const running = started(aPass, after(100))
  expect(isUsable(running, new Date(after(130).getTime() - 1))).toBe(true)
  expect(isUsable(running, after(130))).toBe(false)
})

test('a pass without a reply expires after thirty days', () => {
  expect(endOf(aPass)).toEqual(after(30 * 24 * 60))
})

test('another purchase adds thirty minutes and keeps the start', () => {
  const running = started(addPurchase(started(aPass, after(1)), 'cs_2', after(5)), after(9))
  expect(running.startedAt).toBe(after(1).toISOString())
  expect(endOf(running)).toEqual(after(61))
})

test('a reversed purchase removes its minutes, and restoring it adds them again', () => {
  const two = addPurchase(aPass, 'cs_2', after(5))
  const one = reversePurchase(two, 'cs_1', after(6), 'disputed')
  expect([minutesOf(two), minutesOf(one)]).toEqual([60, 30])
  expect(isUsable(reversePurchase(one, 'cs_2', after(6), 'disputed'), after(6))).toBe(false)
  // The other purchase gave access all the time, so the 30 days to start the pass do not start again.
  expect(restorePurchase(one, 'cs_1', after(7))).toEqual(two)
})

test('the reason of a reversal can change, and keeps its time', () => {
  const disputed = reversePurchase(aPass, 'cs_1', after(6), 'disputed')
  const lost = reversePurchase(disputed, 'cs_1', after(90), 'dispute_lost')
  expect(lost.purchases['cs_1']).toMatchObject({
    reversed: true,
    reversedAt: after(6).toISOString(),
    reversal: 'dispute_lost',
  })
})

describe('the reason why a pass is reversed', () => {
  const two = addPurchase(aPass, 'cs_2', after(5))
  const refunded = reversePurchase(two, 'cs_1', after(6), 'refunded')

  test('is unknown while a purchase is valid, and if an earlier release reversed it', () => {
    const earlier = { ...aPass, purchases: { cs_1: { paidAt: aPass.paidAt, reversed: true } } }
    expect([aPass, refunded, earlier].map(passReversalOf)).toEqual([undefined, undefined, undefined])
  })

  test('is the open dispute, which can restore the pass, before any other', () => {
    expect(passReversalOf(reversePurchase(refunded, 'cs_2', after(7), 'disputed'))).toBe('disputed')
    expect(passReversalOf(reversePurchase(refunded, 'cs_2', after(7), 'dispute_lost'))).toBe('refunded')
  })
})

test('an unknown or unchanged purchase changes nothing', () => {
  expect(reversePurchase(aPass, 'cs_other', after(6), 'disputed')).toBe(aPass)
  const reversed = reversePurchase(aPass, 'cs_1', after(6), 'disputed')
  expect(reversePurchase(reversed, 'cs_1', after(7), 'disputed')).toBe(reversed)
  expect(restorePurchase(aPass, 'cs_other', after(1))).toBe(aPass)
  expect(restorePurchase(aPass, 'cs_1', after(1))).toBe(aPass)
  expect(restorePurchase(reversed, 'cs_other', after(7))).toBe(reversed)
})

test('an end of the conversation is recorded and keeps the minutes', () => {
  expect(applySessionEvent(aPass, 'ended', after(1))).toEqual({
    ...aPass,
    chatEndedAt: after(1).toISOString(),
  })
  const ended = applySessionEvent(started(aPass, after(1)), 'ended', after(2))
  expect(ended).toMatchObject({ chatEndedAt: after(2).toISOString() })
  expect([isUsable(ended as Pass, after(30)), isUsable(ended as Pass, after(31))]).toEqual([true, false])
})

test('giving up a pass ends it immediately', () => {
  const over = applySessionEvent(started(aPass, after(1)), 'given_up', after(2))
  expect(over).toMatchObject({ endedAt: after(2).toISOString() })
  expect(applySessionEvent(over as Pass, 'started', after(3))).toBe('over')
})

const reply = (minutes: number): ChatMessage => ({ from: 'adviser', at: after(minutes) })
const own = (minutes: number): ChatMessage => ({ from: 'visitor', at: after(minutes) })
const seen = (minutes: number): Pass => openConversation(aPass, after(minutes))
const messages = (pass: Pass, now: number, ...all: ChatMessage[]) => applyChatMessages(pass, all, after(now))
const at = (minutes: number) => after(minutes).toISOString()

describe('applyChatMessages', () => {
  test.each([
    ['a contact two minutes before the reply', seen(3), [reply(5)], 5],
    ['a contact one minute after it, reported first', seen(6), [reply(5)], 5],
    ['a message two minutes before the reply', aPass, [own(3), reply(5)], 5],
    ['a message after the reply', aPass, [reply(5), own(45)], 45],
    ['a message after several replies', aPass, [own(1), reply(5), reply(6), own(7)], 7],
  ])('starts the time of a holder with %s', (_when, pass, all, start) => {
    expect(messages(pass, 60, ...all).startedAt).toBe(at(start))
  })

  test.each([
    ['who was never seen', aPass, [reply(5)]],
    ['who was seen more than two minutes earlier', seen(2), [reply(5)]],
    ['who wrote out of hours', aPass, [own(1), reply(900)]],
    ['who was seen again, when the report is late', seen(20), [reply(5)]],
  ])('records a reply to a holder %s, and starts no time', (_when, pass, all) => {
    const next = messages(pass, 1000, ...all)
    expect(next).toMatchObject({ unseenReplyAt: all.at(-1)?.at.toISOString() })
    expect([next.startedAt, isUsable(next, after(1000))]).toEqual([undefined, true])
  })

  test('starts the time at the first message after a reply that was reported before', () => {
    const waiting = messages(aPass, 5, reply(5))
    expect(messages(waiting, 80, own(3)).startedAt).toBeUndefined()
    expect(messages(waiting, 80, own(80)).startedAt).toBe(at(80))
  })

  test('keeps the first unseen reply', () => {
    expect(messages(messages(aPass, 5, reply(5)), 9, reply(9)).unseenReplyAt).toBe(at(5))
  })

  test('records one contact a minute', () => {
    const once = messages(aPass, 5, own(5))
    expect(once.lastSeenAt).toBe(at(5))
    expect(messages(once, 5.9, own(5.9))).toBe(once)
    expect(messages(once, 6, own(6)).lastSeenAt).toBe(at(6))
  })

  test('counts a time in the future as now', () => {
    expect(messages(seen(9), 9, reply(15)).startedAt).toBe(at(9))
  })

  test('never changes the start, and ignores messages from before the payment and after expiry', () => {
    const running = started(aPass, after(5))
    expect(messages(running, 9, reply(2), own(3))).toBe(running)
    expect(messages(aPass, 9, reply(-1), own(-1))).toBe(aPass)
    expect(messages(aPass, 31 * 24 * 60, reply(31 * 24 * 60))).toBe(aPass)
  })

  test('forgets a reply from before a won dispute, when the holder comes back', () => {
    const disputed = reversePurchase(messages(aPass, 5, reply(5)), 'cs_1', after(6), 'disputed')
    const restored = restorePurchase(disputed, 'cs_1', after(46 * 24 * 60))
    const opened = openConversation(restored, after(46 * 24 * 60 + 5))
    expect([opened.startedAt, opened.unseenReplyAt]).toEqual([undefined, undefined])
  })

  test('ignores messages from before a won dispute, which would start the restored pass in the past', () => {
    const disputed = reversePurchase(aPass, 'cs_1', after(6), 'disputed')
    const restored = restorePurchase(disputed, 'cs_1', after(46 * 24 * 60))
    const late = messages(restored, 46 * 24 * 60 + 5, own(20), reply(21))
    expect(late).toBe(restored)
    const now = 46 * 24 * 60 + 9
    expect(messages(restored, now, own(now - 1), reply(now)).startedAt).toBe(at(now))
  })

  test('ends a pass whose minutes had passed before a late report', () => {
    const over = messages(seen(4), 60, reply(5))
    expect(over).toMatchObject({ startedAt: at(5), endedAt: at(35) })
    expect(isUsable(over, after(60))).toBe(false)
  })
})

test('opening the conversation starts the time only after a reply', () => {
  expect(seen(4)).toEqual({ ...aPass, lastSeenAt: at(4) })
  const opened = openConversation(messages(aPass, 5, reply(5)), after(70))
  expect(opened).toMatchObject({ startedAt: at(70), unseenReplyAt: undefined })
  expect(openConversation(opened, after(71))).toBe(opened)
})

const report = fc.record({
  event: fc.constantFrom('started', 'ended', 'given_up', 'reply', 'message', 'open'),
  wait: fc.integer({ min: 0, max: 40 }),
})

const apply = (pass: Pass, event: 'reply' | 'message' | 'open' | ReportedEvent, now: Date): Pass | 'over' => {
  if (event === 'open') return openConversation(pass, now)
  if (event === 'reply') return applyChatMessages(pass, [{ from: 'adviser', at: now }], now)
  if (event === 'message') return applyChatMessages(pass, [{ from: 'visitor', at: now }], now)
  return applySessionEvent(pass, event, now)
}

test('events in any order never give more minutes than were paid for', () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 30 }), (reports) => {
      let [pass, minute] = [aPass, 0]
      const usable: number[] = []
      for (const { event, wait } of reports) {
        minute += wait
        const next = apply(pass, event, after(minute))
        if (next === 'over' || !isUsable(next, after(minute))) continue
        expect(pass.startedAt === undefined || next.startedAt === pass.startedAt).toBe(true)
        pass = next
        if (pass.startedAt !== undefined) usable.push(minute)
      }
      expect(Math.max(...usable, 0) - Math.min(...usable, Infinity)).toBeLessThanOrEqual(30)
    }),
  )
})

test('no holder who writes after a reply chats for free, whatever the browser reports', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 20 }), (gaps) => {
      let [pass, minute, latestStart] = [aPass, 0, Infinity]
      for (const [index, gap] of gaps.entries()) {
        minute += gap
        const isReply = index % 2 === 0
        pass = messages(pass, minute, isReply ? reply(minute) : own(minute))
        if (!isReply) latestStart = Math.min(latestStart, after(minute).getTime())
      }
      const start = pass.startedAt === undefined ? Infinity : Date.parse(pass.startedAt)
      expect(start).toBeLessThanOrEqual(latestStart)
    }),
  )
})

describe('messages at the edges of a pass', () => {
  const unseen: Pass = { ...aPass, unseenReplyAt: after(10).toISOString() }
  const month = 31 * 24 * 60

  test('change nothing of a pass that has expired, whenever they are reported', () => {
    expect(messages(aPass, month + 1, own(month), reply(month))).toBe(aPass)
    expect(messages(aPass, month, reply(60))).toBe(aPass)
    expect(openConversation(aPass, after(month))).toBe(aPass)
    expect(openConversation(unseen, after(month))).toBe(unseen)
  })

  test('count from the moment of the payment', () => {
    expect(messages(aPass, 5, own(0)).lastSeenAt).toBe(aPass.paidAt)
  })

  test('keep the first reply that the holder has not seen', () => {
    expect(messages(unseen, 20, reply(15))).toBe(unseen)
    expect(messages(unseen, 20, reply(10))).toBe(unseen)
    expect(messages(unseen, 20, reply(5)).unseenReplyAt).toBe(after(5).toISOString())
  })

  test('start the pass when the holder writes at the moment of the reply, and not before', () => {
    expect(messages(unseen, 20, own(10)).startedAt).toBe(after(10).toISOString())
    expect(messages(unseen, 20, own(9)).startedAt).toBeUndefined()
  })

  test('show presence by the last of two messages within a minute', () => {
    const pass = messages(aPass, 20, own(0), own(0.9), reply(2.5))
    expect(pass).toMatchObject({ lastSeenAt: aPass.paidAt, startedAt: after(2.5).toISOString() })
  })
})
