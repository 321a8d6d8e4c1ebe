import '#test/kit/in-memory/environment.ts'
import { describe, expect, test, vi } from 'vitest'
import type { ReversalReason } from '#shared/values/reversal-reasons.ts'
import { isUsable, minutesOf } from '#shared/rules/pass.ts'
import { findAccount, hasActivePass } from '#platform/account/account.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { update } from '#platform/table/write.ts'
import { changedDetailsRepository } from '#services/payments/changed-details.repository.ts'
import { emailFactGateway } from '#services/payments/stripe/email-facts.ts'
import { passKinds } from '#services/payments/stripe/session.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { aPassInvoice, aPassSession } from '#test/kit/in-memory/session.ts'
import { applyPayment, type PassDependencies } from './apply-payment.ts'
import { guestKeysFrom } from './guest-keys.ts'
import { passRepository } from './pass.repository.ts'

const now = new Date('2027-03-01T10:00:00Z')
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const paidFrom = 'nadia.before@people.example'
const current = 'nadia.now@people.example'

/** An account that pays for passes. */
const aBuyer = async () => {
  const { table, account } = inMemory({ now })
  const { userId } = await account({ email: paidFrom })
  const passes = passRepository(table)
  const stripe: PassDependencies['stripe'] = { findSession: async () => undefined }
  const guestKeys = guestKeysFrom(async () => 'secret')
  const deps = { passes, stripe, guestKeys, siteUrl: 'https://site.example' }
  const details = changedDetailsRepository(table)
  const changeProfile = () =>
    table.transact(update(keys.profile(userId), 'SET email = :email', { values: { ':email': current } }))
  return {
    table,
    passes,
    deps,
    pay: (id: string, at = now, own = deps, invoiceId: string | null = null) =>
      applyPayment(
        aPassSession({ id, kind: passKinds.account, userId, email: paidFrom, invoiceId }),
        own,
        at,
      ),
    /** Applies the refund or dispute of a purchase. */
    reverse: (id: string, reversal: ReversalReason) =>
      applyPayment(aPassSession({ id, kind: passKinds.account, userId, reversal }), deps, now),
    hasAccess: async () => {
      const found = await findAccount(table, userId)
      return found !== undefined && hasActivePass(found, now)
    },
    keyOfPass: (id: string) => keys.pass(userId, id),
    list: async () => (await passes.listByUser(userId)) ?? [],
    changeProfile,
    /** Changes the address of the account, and copies it to the passes that exist. */
    changeAddress: async () => {
      await changeProfile()
      const changed = await details.find(userId)
      if (changed !== undefined) await details.copyAddress(changed)
    },
    emailsTo: async (address: string) =>
      (await table.listByIndex(keys.emailsTo(address, '').gsi1pk)).map((item) => outboxRecord.parse(item)),
  }
}

describe('the address of a pass of an account', () => {
  test('is the current address of the account, even if it changed after the payment, also for the receipt', async () => {
    const invoice = aPassInvoice({ payerEmail: paidFrom })
    vi.spyOn(emailFactGateway, 'findPaidInvoice').mockResolvedValueOnce(invoice)
    const { pay, list, changeAddress, emailsTo } = await aBuyer()
    await changeAddress()
    await pay('cs_1', now, undefined, 'in_1')
    expect(await list()).toMatchObject([{ email: current }])
    const templates = (await emailsTo(current)).map(({ content }) => content?.template)
    expect(templates.toSorted()).toEqual(['pass', 'receipt'])
    expect(await emailsTo(paidFrom)).toEqual([])
  })

  test.each(['before it reads whether the payment was applied', 'before it writes the pass'])(
    'is the one that the account changes to while the payment is applied: %s',
    async (moment) => {
      const { pay, list, changeAddress, passes, deps } = await aBuyer()
      let hasChanged = false
      const changeOnce = async () => {
        if (!hasChanged) await changeAddress()
        hasChanged = true
      }
      const changing = {
        ...passes,
        findPayment: async (session: string) => {
          if (moment.includes('reads')) await changeOnce()
          return passes.findPayment(session)
        },
        write: async (change: Parameters<typeof passes.write>[0]) => {
          await changeOnce()
          return passes.write(change)
        },
      }
      await pay('cs_1', now, { ...deps, passes: changing })
      expect(await list()).toMatchObject([{ email: current, version: 1 }])
    },
  )
})

describe('a payment of an account whose changed address is not copied yet', () => {
  test('extends the pass that has the former address', async () => {
    const { pay, list, changeProfile } = await aBuyer()
    await pay('cs_1')
    await changeProfile()
    await pay('cs_2')
    expect((await list()).map(({ pass }) => minutesOf(pass))).toEqual([60])
  })
})

const claimed = { release: expect.any(Function) }

describe('the claim of a withdrawal from one of two purchases', () => {
  /** Buys a pass twice. Returns a function that claims it for one of the purchases. */
  const buyTwice = async () => {
    const { pay, passes, list, table, reverse } = await aBuyer()
    await pay('cs_1')
    await pay('cs_2')
    const claim = async (session: string, at: Date) => {
      const [stored] = await list()
      if (stored === undefined) throw new Error('There is no pass')
      return passes.claimWithdrawal(stored, session, at)
    }
    return { claim, table, reverse, list, passes }
  }

  test('rejects a claim for the other purchase until the request has ended', async () => {
    const { claim } = await buyTwice()
    expect(await claim('cs_1', now)).toMatchObject(claimed)
    expect(await claim('cs_2', minutesLater(1))).toBe('in_progress')
    expect(await claim('cs_2', minutesLater(1.1))).toMatchObject(claimed)
  })

  test('rejects a claim for the other purchase as long as a claim of the former release lasts', async () => {
    const { claim, table } = await buyTwice()
    const expiry = minutesLater(5).getTime() / 1000
    const former = { entity: 'pass_withdrawal', session: 'cs_1', expires_at_epoch_seconds: expiry }
    await table.put(keys.passWithdrawal('cs_1'), former)
    expect(await claim('cs_2', minutesLater(5))).toBe('in_progress')
    expect(await claim('cs_2', minutesLater(5.1))).toMatchObject(claimed)
  })

  test('is released only by the latest request for the same purchase', async () => {
    const { claim } = await buyTwice()
    const first = await claim('cs_1', now)
    await claim('cs_1', minutesLater(0.5))
    if (typeof first === 'string') throw new Error(first)
    await first.release()
    expect(await claim('cs_2', minutesLater(1))).toBe('in_progress')
  })

  test('is not released by a request while an earlier one for the same purchase may refund', async () => {
    const { claim } = await buyTwice()
    await claim('cs_1', now)
    const second = await claim('cs_1', minutesLater(0.5))
    if (typeof second === 'string') throw new Error(second)
    await second.release()
    expect(await claim('cs_2', minutesLater(1))).toBe('in_progress')
  })

  test('lets the other purchase be claimed once it is released', async () => {
    const { claim } = await buyTwice()
    const only = await claim('cs_1', now)
    if (typeof only === 'string') throw new Error(only)
    await only.release()
    expect(await claim('cs_2', minutesLater(1))).toMatchObject(claimed)
  })

  test('lets the other purchase be claimed once the pass shows its refund', async () => {
    const { claim, reverse } = await buyTwice()
    await claim('cs_1', now)
    await reverse('cs_1', 'refunded')
    expect(await claim('cs_2', minutesLater(1))).toMatchObject(claimed)
  })

  test('is not made on a pass that has changed since it was read', async () => {
    const { claim, list, passes } = await buyTwice()
    const [read] = await list()
    if (read === undefined) throw new Error('There is no pass')
    await claim('cs_1', now)
    expect(await passes.claimWithdrawal(read, 'cs_1', minutesLater(1))).toBe('changed')
  })
})

describe('a payment while another purchase is withdrawn from', () => {
  const claimFor = async (
    { passes, list }: Awaited<ReturnType<typeof aBuyer>>,
    session: string,
    at: Date,
  ) => {
    const stored = (await list()).find(({ firstSessionId }) => firstSessionId === session)
    return stored && (await passes.claimWithdrawal(stored, session, at))
  }
  const minutesOfUsable = async ({ list }: Awaited<ReturnType<typeof aBuyer>>, at: Date) =>
    (await list()).filter(({ pass }) => isUsable(pass, at)).map(({ pass }) => minutesOf(pass))

  test('extends the second pass while the first one is withdrawn from', async () => {
    const buyer = await aBuyer()
    const { pay } = buyer
    await pay('cs_1')
    expect(await claimFor(buyer, 'cs_1', minutesLater(0.1))).toMatchObject(claimed)
    await pay('cs_2', minutesLater(0.1))
    await pay('cs_3', minutesLater(0.2))
    expect(await minutesOfUsable(buyer, minutesLater(0.2))).toEqual([30, 60])
    expect(await claimFor(buyer, 'cs_2', minutesLater(0.3))).toMatchObject(claimed)
    await pay('cs_4', minutesLater(0.3))
    expect(await minutesOfUsable(buyer, minutesLater(0.3))).toEqual([30, 60, 30])
  })

  test.each([
    ['creates a pass while the request may run', 1, undefined, [30, 30]],
    ['extends the pass after a request that refunded nothing', 1.1, undefined, [60]],
    ['extends what is left of the pass after a request that refunded a purchase', 1.1, 'refunded', [60]],
  ] as const)('%s', async (_name, minutes, reversal, left) => {
    const buyer = await aBuyer()
    await buyer.pay('cs_1')
    if (reversal !== undefined) await buyer.pay('cs_2')
    await claimFor(buyer, 'cs_1', now)
    const findSession = async (id: string) => aPassSession({ id, ...(id === 'cs_1' ? { reversal } : {}) })
    const at = minutesLater(minutes)
    await buyer.pay('cs_3', at, { ...buyer.deps, stripe: { findSession } })
    expect(await minutesOfUsable(buyer, at)).toEqual(left)
  })

  test('makes no request to Stripe once the pass shows the refund, or after two days', async () => {
    const buyer = await aBuyer()
    for (const id of ['cs_1', 'cs_2']) await buyer.pay(id)
    await claimFor(buyer, 'cs_1', now)
    const findSession = async () => Promise.reject(new Error('Stripe is asked'))
    const deps = { ...buyer.deps, stripe: { findSession } }
    const later = minutesLater(2 * 24 * 60 + 1)
    await buyer.pay('cs_3', later, deps)
    await buyer.reverse('cs_1', 'refunded')
    await buyer.pay('cs_4', minutesLater(1), deps)
    expect(await minutesOfUsable(buyer, later)).toEqual([90])
  })
})

describe('a pass that is refunded or disputed', () => {
  test.each(['refunded', 'disputed', 'dispute_lost'] as const)(
    'gives no access, and has the reason: %s',
    async (reason) => {
      const { pay, reverse, list, hasAccess } = await aBuyer()
      await pay('cs_1')
      expect(await hasAccess()).toBe(true)
      await reverse('cs_1', reason)
      expect(await hasAccess()).toBe(false)
      expect(await list()).toMatchObject([
        { pass: { purchases: { cs_1: { reversed: true, reversal: reason } } } },
      ])
    },
  )

  test('gives no access and has no reason if an earlier release stored it, until the next event', async () => {
    const { table, pay, reverse, list, hasAccess, keyOfPass } = await aBuyer()
    await pay('cs_1')
    const at = now.toISOString()
    await table.transact(
      update(keyOfPass('cs_1'), 'SET refunded_at = :at, minutes = :none, purchases = :purchases', {
        values: {
          ':at': at,
          ':none': 0,
          ':purchases': { cs_1: { paid_at: at, reversed: true, reversed_at: at } },
        },
      }),
    )
    expect(await hasAccess()).toBe(false)
    expect((await list())[0]?.pass.purchases['cs_1']).toEqual({
      paidAt: at,
      reversed: true,
      reversedAt: at,
    })
    await reverse('cs_1', 'disputed')
    expect(await list()).toMatchObject([{ pass: { purchases: { cs_1: { reversal: 'disputed' } } } }])
  })
})
