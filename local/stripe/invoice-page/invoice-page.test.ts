import { afterEach, beforeEach, expect, test } from 'vitest'
import { idOf, openShop, postCard, subscribe, type Shop } from '../testing/harness.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
  shop.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => shop.close())

const overdue = async () => {
  const { customer, subscription } = await subscribe(shop)
  shop.standIn.setCard(customer, 'decline')
  shop.clock.set(new Date('2030-03-01T00:00:00Z'))
  const { latest_invoice: id } = await shop.stripe.subscriptions.retrieve(subscription)
  const invoice = await shop.stripe.invoices.retrieve(idOf(id))
  return { customer, subscription, invoice: idOf(id), address: invoice.hosted_invoice_url ?? '' }
}
const statusOf = async (subscription: string) =>
  (await shop.stripe.subscriptions.retrieve(subscription)).status
const textOf = async (address: string) => (await fetch(address)).text()

test('an overdue invoice is paid on its page, by another card when the first is declined', async () => {
  const { subscription, address } = await overdue()
  expect(await textOf(address)).toContain('Pay £50.00')
  const declined = await postCard(address, { number: '4000000000009995' })
  expect(await declined.text()).toContain('Your card has insufficient funds.')
  expect(await statusOf(subscription)).toBe('past_due')

  const paid = await postCard(address)
  expect(paid.headers.get('location')).toBe(new URL(address).pathname)
  expect(await textOf(address)).toContain('This invoice is paid.')
  expect(await statusOf(subscription)).toBe('active')
  shop.clock.set(new Date('2030-04-02T00:00:00Z'))
  expect(await statusOf(subscription)).toBe('active')
})

test('a card that asks for authentication pays once its holder has confirmed', async () => {
  const { subscription, address } = await overdue()
  const asked = await postCard(address, { number: '4000002500003155' })
  const bank = new URL(asked.headers.get('location') ?? '', address)
  expect(await textOf(bank.href)).toContain('a payment of £50.00')
  const answer = (value: string) =>
    fetch(bank, { method: 'POST', body: new URLSearchParams({ answer: value }) })
  expect(await (await answer('fail')).text()).toContain('We are unable to authenticate')
  expect(await statusOf(subscription)).toBe('past_due')
  await postCard(address, { number: '4000002500003155' })
  expect(await (await answer('complete')).text()).toContain('This invoice is paid.')
  expect(await statusOf(subscription)).toBe('active')
})

test('an invoice that was paid, written off or never issued takes no card', async () => {
  const { invoice, address } = await overdue()
  await shop.stripe.invoices.markUncollectible(invoice)
  expect(await (await postCard(address)).text()).toContain('Written off')
  expect((await fetch(`${shop.standIn.url}/i/in_none`)).status).toBe(404)
  expect((await shop.stripe.invoices.retrieve(invoice)).amount_paid).toBe(0)
})

test('the portal leads to the page of the open invoice', async () => {
  const { customer, address } = await overdue()
  const { url } = await shop.stripe.billingPortal.sessions.create({ customer })
  expect(await textOf(url)).toContain(`href="${address}"`)
})
