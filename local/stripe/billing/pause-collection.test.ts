import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { idOf, openTestAccount, subscribe, type TestAccount } from '../testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
  account.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => account.close())

const at = (iso: string) => account.clock.set(new Date(iso))
const load = (id: string) => account.stripe.subscriptions.retrieve(id)
const latestInvoice = async (id: string) =>
  account.stripe.invoices.retrieve(idOf((await load(id)).latest_invoice))

describe('paused collection', () => {
  test.each([
    ['void', 'void'],
    ['mark_uncollectible', 'uncollectible'],
    ['keep_as_draft', 'draft'],
  ] as const)(
    'with behaviour %s leaves the renewal %s and the subscription active',
    async (behavior, status) => {
      const { subscription } = await subscribe(account)
      await account.stripe.subscriptions.update(subscription, { pause_collection: { behavior } })
      at('2030-03-01T00:00:00Z')
      expect(await latestInvoice(subscription)).toMatchObject({ status, amount_paid: 0 })
      expect((await load(subscription)).status).toBe('active')
    },
  )

  test('charges renewals again once it is resumed', async () => {
    const { subscription } = await subscribe(account)
    await account.stripe.subscriptions.update(subscription, { pause_collection: { behavior: 'void' } })
    at('2030-03-01T00:00:00Z')
    await account.stripe.subscriptions.update(subscription, { pause_collection: '' })
    expect((await load(subscription)).pause_collection).toBeNull()
    at('2030-04-01T00:00:00Z')
    expect(await latestInvoice(subscription)).toMatchObject({ status: 'paid', amount_paid: 5000 })
  })

  test('resumes at its date', async () => {
    const { subscription } = await subscribe(account)
    const resumes_at = Date.parse('2030-03-10T00:00:00Z') / 1000
    await account.stripe.subscriptions.update(subscription, {
      pause_collection: { behavior: 'void', resumes_at },
    })
    at('2030-03-11T00:00:00Z')
    expect((await load(subscription)).pause_collection).toBeNull()
  })
})

describe('open invoice', () => {
  const fallBehind = async () => {
    const { customer, subscription } = await subscribe(account)
    account.emulator.setCard(customer, 'decline')
    at('2030-03-20T00:00:00Z')
    expect((await load(subscription)).status).toBe('canceled')
    return { subscription, invoice: (await latestInvoice(subscription)).id }
  }

  test('of a cancelled subscription can be paid, which does not revive the subscription', async () => {
    const { subscription, invoice } = await fallBehind()
    account.emulator.payInvoice(invoice, 'ok')
    expect(await latestInvoice(subscription)).toMatchObject({ status: 'paid', amount_paid: 5000 })
    expect((await load(subscription)).status).toBe('canceled')
  })

  test('stays open when the card is declined', async () => {
    const { subscription, invoice } = await fallBehind()
    expect(() => account.emulator.payInvoice(invoice, 'decline')).toThrow(/not paid/)
    expect((await latestInvoice(subscription)).status).toBe('open')
  })

  test('can be voided once, and keeps metadata', async () => {
    const { invoice } = await fallBehind()
    expect((await account.stripe.invoices.voidInvoice(invoice)).status).toBe('void')
    await expect(account.stripe.invoices.voidInvoice(invoice)).rejects.toThrow(/Only open/)
    const { metadata } = await account.stripe.invoices.update(invoice, { metadata: { note: 'a' } })
    expect(metadata).toEqual({ note: 'a' })
  })
})
