import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { idOf, openTestAccount, postCard, subscribe, type TestAccount } from '../../testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
  account.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => account.close())

const overdue = async () => {
  const { customer, subscription } = await subscribe(account)
  account.emulator.setCard(customer, 'decline')
  account.clock.set(new Date('2030-03-01T00:00:00Z'))
  const { latest_invoice: id } = await account.stripe.subscriptions.retrieve(subscription)
  const invoice = await account.stripe.invoices.retrieve(idOf(id))
  return { customer, subscription, invoice: idOf(id), address: invoice.hosted_invoice_url ?? '' }
}
const statusOf = async (subscription: string) =>
  (await account.stripe.subscriptions.retrieve(subscription)).status
const textOf = async (address: string) => (await fetch(address)).text()

describe('invoice page', () => {
  test('accepts another card after a decline', async () => {
    const { subscription, address } = await overdue()
    expect(await textOf(address)).toContain('Pay £50.00')
    const declined = await postCard(address, { number: '4000000000009995' })
    expect(await declined.text()).toContain('Your card has insufficient funds.')
    expect(await statusOf(subscription)).toBe('past_due')

    const paid = await postCard(address)
    expect(paid.headers.get('location')).toBe(new URL(address).pathname)
    expect(await textOf(address)).toContain('This invoice is paid.')
    expect(await statusOf(subscription)).toBe('active')
    account.clock.set(new Date('2030-04-02T00:00:00Z'))
    expect(await statusOf(subscription)).toBe('active')
  })

  test('charges a card after 3-D Secure authentication', async () => {
    const { subscription, address } = await overdue()
    const challenge = await postCard(address, { number: '4000002500003155' })
    const bank = new URL(challenge.headers.get('location') ?? '', address)
    expect(await textOf(bank.href)).toContain('a payment of £50.00')
    const authenticate = (value: string) =>
      fetch(bank, { method: 'POST', body: new URLSearchParams({ decision: value }) })
    expect(await (await authenticate('fail')).text()).toContain('We are unable to authenticate')
    expect(await statusOf(subscription)).toBe('past_due')
    await postCard(address, { number: '4000002500003155' })
    expect(await (await authenticate('complete')).text()).toContain('This invoice is paid.')
    expect(await statusOf(subscription)).toBe('active')
  })

  test('accepts no card for written-off or unknown invoices', async () => {
    const { invoice, address } = await overdue()
    await account.stripe.invoices.markUncollectible(invoice)
    expect(await (await postCard(address)).text()).toContain('Written off')
    expect((await fetch(`${account.emulator.url}/i/in_none`)).status).toBe(404)
    expect((await account.stripe.invoices.retrieve(invoice)).amount_paid).toBe(0)
  })

  test('is linked from the portal', async () => {
    const { customer, address } = await overdue()
    const { url } = await account.stripe.billingPortal.sessions.create({ customer })
    expect(await textOf(url)).toContain(`href="${address}"`)
  })
})
