import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listWithdrawablePurchases, withdrawPurchase } from '#shared/contract/withdrawals.ts'
import { hashOf } from '#platform/crypto.ts'
import { applyPayment } from '#services/passes/apply-payment.ts'
import { guestKeysFrom } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { recordSessionEvent } from '#services/passes/record-session-event.ts'
import type { PartOutcome, refundRequests } from '#services/payments/stripe/refunds.ts'
import { reversalFactGateway } from '#services/payments/stripe/reversal-facts.ts'
import { unrefundedWithdrawalGateway } from '#services/payments/stripe/unrefunded-withdrawal.ts'
import type { Session } from '#services/payments/stripe/session.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { aPassSession } from '#test/kit/in-memory/session.ts'
import { now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { handle as list } from './list-withdrawable-purchases/handler.ts'
import { handle as withdraw } from './withdraw-purchase/handler.ts'

beforeEach(() => {
  vi.spyOn(reversalFactGateway, 'findRefund').mockResolvedValue(undefined)
  vi.spyOn(unrefundedWithdrawalGateway, 'findUnrefundedWithdrawal').mockResolvedValue(undefined)
})

const afterMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const guestKeys = guestKeysFrom(async () => 'a secret')
const startRequest = { wording: 'wording', at: now.toISOString() }
const first = aPassSession({ amountMinor: 5000, startRequest })
const second = aPassSession({
  id: 'cs_test_2',
  paymentIntentId: 'pi_2',
  amountMinor: 5000,
  startRequest,
  extendsSessionId: first.id,
})

/** A guest who has bought 30 minutes twice, for £50.00 each, and has used 30 minutes. */
const guest = async () => {
  const { deps: own, table } = await subscriberInMemory()
  const sessions = new Map<string, Session>([first, second].map((session) => [session.id, session]))
  const refunded = new Map<string, number>()
  const passes = passRepository(table)
  let beforeClaim = async (): Promise<unknown> => undefined
  let running = 0
  let mostAtOnce = 0
  const deps = {
    ...own,
    guestKeys,
    passes: {
      ...passes,
      claimWithdrawal: async (...claim: Parameters<typeof passes.claimWithdrawal>) => {
        await beforeClaim()
        return passes.claimWithdrawal(...claim)
      },
    },
    stripe: {
      ...own.stripe,
      findSession: async (id: string) => {
        running += 1
        mostAtOnce = Math.max(mostAtOnce, running)
        await new Promise((resolve) => setTimeout(resolve, 1))
        running -= 1
        return sessions.get(id)
      },
      findWithdrawalRefunds: async (intent: string) => {
        const amount = refunded.get(intent) ?? 0
        return { withdrawnMinor: amount, ownMinor: amount, otherMinor: 0 }
      },
      refundPart: async (
        intent: string,
        { amountMinor }: Parameters<typeof refundRequests.refundPart>[1],
      ): Promise<PartOutcome> => {
        // Stripe takes some time.
        await new Promise((resolve) => setTimeout(resolve, 20))
        refunded.set(intent, amountMinor)
        for (const [id, session] of sessions)
          if (session.paymentIntentId === intent) sessions.set(id, { ...session, reversal: 'refunded' })
        return { state: 'refunded', amountMinor }
      },
    },
  }
  for (const session of [first, second]) await applyPayment(session, deps, now)
  const guest_key = await guestKeys.keyOf(first.id)
  const find = () => deps.passes.findByKeyHash(hashOf(guest_key))
  await recordSessionEvent({ event: 'started', now, find }, deps)
  return {
    /** Does something once, just before the next claim of the pass. */
    beforeClaim: (action: () => Promise<unknown>) => {
      beforeClaim = async () => {
        beforeClaim = async () => undefined
        return action()
      }
    },
    /** The most purchases that were read from Stripe at the same time. */
    mostAtOnce: () => mostAtOnce,
    list: async (minutes: number) => {
      const request = { body: { guest_key }, now: afterMinutes(minutes) }
      return (await callInMemory(listWithdrawablePurchases, list, request, deps)).body
    },
    refunded: () => [...refunded.values()].reduce((sum, amount) => sum + amount, 0),
    /** Withdraws from a purchase for the full price, 30 minutes after the start. */
    withdraw: ({ id }: Session) => {
      const body = { id, refundMinor: 5000, guest_key }
      return callInMemory(withdrawPurchase, withdraw, { body, now: afterMinutes(30) }, deps)
    },
  }
}

const statuses = (replies: readonly { readonly status: number }[]) =>
  replies.map(({ status }) => status).toSorted()

describe('withdrawal from two purchases of a pass', () => {
  test('reads both from Stripe at the same time, so that the buyer waits for one', async () => {
    const { withdraw: send, mostAtOnce } = await guest()
    await send(first)
    expect(mostAtOnce()).toBe(2)
  })

  test.each([
    ['20 seconds', 29 + 2 / 3, 1],
    ['no time', 30, 0],
  ])('announces that %s of the other purchase is left', async (_left, minutes, minutesLeft) => {
    const { list: read } = await guest()
    const purchase = { minutesLeft }
    expect(await read(minutes)).toMatchObject({ data: [purchase, purchase] })
  })

  test('refunds the unused minutes once when both requests come at the same time', async () => {
    const { withdraw: send, refunded } = await guest()
    const replies = await Promise.all([send(first), send(second)])
    expect(statuses(replies)).toEqual([200, 409])
    expect(refunded()).toBe(5000)
  })

  test('returns success to both requests for the same purchase, and refunds it once', async () => {
    const { withdraw: send, refunded, beforeClaim } = await guest()
    const replies: Awaited<ReturnType<typeof send>>[] = []
    beforeClaim(async () => replies.push(await send(first)))
    replies.push(await send(first))
    expect(statuses(replies)).toEqual([200, 200])
    expect(refunded()).toBe(5000)
  })

  test('refunds nothing for the minutes that were used after the other purchase was refunded', async () => {
    const { withdraw: send, refunded } = await guest()
    expect(await send(first)).toMatchObject({ status: 200 })
    expect(await send(second)).toMatchObject({ status: 409, body: { error: { code: 'nothing_to_refund' } } })
    expect(refunded()).toBe(5000)
  })
})
