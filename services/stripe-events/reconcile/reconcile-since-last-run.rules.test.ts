import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import { log } from '#platform/log.ts'
import { customerRepository } from '#services/payments/customer.repository.ts'
import { guestKeysFrom } from '#services/passes/guest-keys.ts'
import { passRepository } from '#services/passes/pass.repository.ts'
import { inDays, now, subscriberInMemory } from '#test/kit/in-memory/subscriber.ts'
import { reconcileSinceLastRun } from './reconcile-since-last-run.ts'
import { reconcileRunRepository } from './reconcile-run.repository.ts'

const dayBefore = (days: number, ms = 0) => new Date(inDays(-days) * 1000 + ms)

/** Runs the reconciliation after a complete run up to this time, or the first one. */
const runAfter = async (readUntil: Date | undefined, { fails = false } = {}) => {
  const { deps: own, table } = await subscriberInMemory()
  const runs = reconcileRunRepository(table)
  if (readUntil !== undefined) await runs.recordReadUntil(readUntil)
  const since: Date[] = []
  const listSince = async (time: Date) => {
    since.push(time)
    return []
  }
  const gap = vi.spyOn(log, 'error')
  const deps = {
    ...own,
    stripe: { ...own.stripe, findSession: () => Promise.reject(new Error('Stripe failed')) },
    customers: customerRepository(table),
    passes: passRepository(table),
    guestKeys: guestKeysFrom(async () => 'a secret'),
    runs,
    sweep: {
      listSubscriptionsByCustomer: async () => new Map(),
      listDeletedCustomers: listSince,
      listEndedSubscriptions: listSince,
      listClosedInvoices: listSince,
      listMoneyEvents: listSince,
      listPassSessions: async () => (fails ? ['cs_1'] : []),
      listReversedPayments: listSince,
    },
  }
  const { hasGap, failed } = await reconcileSinceLastRun(deps, now)
  const isReported = gap.mock.calls.some(([message]) =>
    message.startsWith('Stripe no longer has every event'),
  )
  return { hasGap, isReported, failed, since: since[0], readUntil: await runs.findReadUntil() }
}

describe('a reconciliation', () => {
  test('reads four days more than since the last complete run', async () => {
    expect(await runAfter(dayBefore(1))).toEqual({
      hasGap: false,
      isReported: false,
      failed: 0,
      since: dayBefore(5),
      readUntil: now,
    })
  })

  test('reads what Stripe keeps if no run was complete so far', async () => {
    expect(await runAfter(undefined)).toMatchObject({ hasGap: false, since: dayBefore(30) })
  })

  test('reads the last four days if the last run is in the future', async () => {
    expect(await runAfter(dayBefore(-1))).toMatchObject({ hasGap: false, since: dayBefore(4) })
  })

  test.each([
    [0, false],
    [-1, true],
  ])('reports a gap if the last run is older than 30 days: by %i ms', async (ms, hasGap) => {
    expect(await runAfter(dayBefore(30, ms))).toMatchObject({ hasGap, isReported: hasGap })
  })

  test('does not count as complete if a check has failed', async () => {
    expect(await runAfter(dayBefore(1), { fails: true })).toMatchObject({
      failed: 1,
      readUntil: dayBefore(1),
    })
  })
})
