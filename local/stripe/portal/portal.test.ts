import { afterEach, beforeEach, expect, test } from 'vitest'
import { openShop, postCard, subscribe, type Shop } from '../testing/harness.ts'

let shop: Shop
beforeEach(async () => {
  shop = await openShop()
  shop.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => shop.close())

const open = (customer: string, more: object = {}) =>
  shop.stripe.billingPortal.sessions.create({
    customer,
    return_url: 'http://shop.example/profile',
    ...more,
  })
const read = async (address: string) => {
  const answer = await fetch(address)
  return { status: answer.status, address: answer.url, page: await answer.text() }
}
const post = (address: string) => fetch(address, { method: 'POST' })
const load = (id: string) => shop.stripe.subscriptions.retrieve(id)

test('the portal shows subscription, card and invoices, and the way back', async () => {
  const { customer } = await subscribe(shop)
  const { url } = await open(customer)
  const { page } = await read(url)
  expect(page).toContain('Monthly plan')
  expect(page).toContain('Renews on 28 February 2030.')
  expect(page).toContain('Visa ending in 4242, expires 12/2060')
  expect(page).toContain('href="http://shop.example/profile"')
  expect(page).toContain('£50.00')
})

test('cancelling in the portal sets the end itself, and it can be taken back until then', async () => {
  const { customer, subscription } = await subscribe(shop)
  const { url } = await open(customer)
  expect((await read(`${url}/cancel/${subscription}`)).page).toContain('Cancel your Monthly plan?')
  expect(await (await post(`${url}/cancel/${subscription}`)).text()).toContain('Cancels on 28 February 2030.')
  const cancelling = await load(subscription)
  expect(cancelling).toMatchObject({
    status: 'active',
    cancel_at: cancelling.items.data[0]?.current_period_end,
    cancel_at_period_end: false,
    cancellation_details: { reason: 'cancellation_requested' },
  })

  expect(await (await post(`${url}/resume/${subscription}`)).text()).toContain('Renews on')
  expect(await load(subscription)).toMatchObject({ cancel_at: null, canceled_at: null })
  const { data } = await shop.stripe.events.list({ type: 'customer.subscription.updated' })
  expect(data.slice(0, 2).map((event) => Reflect.get(event.data.object, 'cancel_at') === null)).toEqual([
    true,
    false,
  ])
})

test('a subscription that was cancelled in the portal is over at the end of its period', async () => {
  const { customer, subscription } = await subscribe(shop)
  await post(`${(await open(customer)).url}/cancel/${subscription}`)
  shop.clock.set(new Date('2030-03-01T00:00:00Z'))
  expect((await load(subscription)).status).toBe('canceled')
  expect((await read((await open(customer)).url)).page).toContain('There is no subscription at the moment.')
})

test('a new card is charged from then on; a declined one is not saved', async () => {
  const { customer, subscription } = await subscribe(shop)
  const { url } = await open(customer)
  const before = (await load(subscription)).default_payment_method
  const declined = await postCard(`${url}/card`, { number: '4000000000000002' })
  expect(await declined.text()).toContain('Your card was declined.')
  expect((await load(subscription)).default_payment_method).toBe(before)

  const saved = await postCard(`${url}/card`, { number: '4000000000000341' })
  expect(saved.headers.get('location')).toBe(new URL(url).pathname)
  expect((await load(subscription)).default_payment_method).not.toBe(before)
  shop.clock.set(new Date('2030-03-01T00:00:00Z'))
  expect((await load(subscription)).status).toBe('past_due')
})

test('a card that asks for authentication is saved when the bank page is completed', async () => {
  const { customer, subscription } = await subscribe(shop)
  const { url } = await open(customer)
  const before = (await load(subscription)).default_payment_method
  const asked = await postCard(`${url}/card`, { number: '4000002500003155' })
  const bank = new URL(asked.headers.get('location') ?? '', url)
  const answer = (value: string) =>
    fetch(bank, { method: 'POST', body: new URLSearchParams({ answer: value }) })
  expect(await (await answer('fail')).text()).toContain('We are unable to authenticate')
  expect((await load(subscription)).default_payment_method).toBe(before)
  await postCard(`${url}/card`, { number: '4000002500003155' })
  expect(await (await answer('complete')).text()).toContain('Visa ending in 3155')
})

test('a session may lead straight to a step, and from there back to the shop', async () => {
  const { customer, subscription } = await subscribe(shop)
  const flow = await open(customer, {
    flow_data: {
      type: 'subscription_cancel',
      subscription_cancel: { subscription },
      after_completion: { type: 'redirect', redirect: { return_url: 'http://shop.example/bye' } },
    },
  })
  const { address } = await read(flow.url)
  expect(address).toContain(`/cancel/${subscription}`)
  const done = await fetch(address, { method: 'POST', redirect: 'manual' })
  expect(done.headers.get('location')).toBe('http://shop.example/bye')
  const card = await open(customer, { flow_data: { type: 'payment_method_update' } })
  expect((await read(card.url)).page).toContain('Add a payment method')
})

test('a portal session shows nobody else’s subscription and stops working after an hour', async () => {
  const mine = await subscribe(shop)
  const theirs = await subscribe(shop)
  const { url } = await open(mine.customer)
  await post(`${url}/cancel/${theirs.subscription}`)
  expect((await load(theirs.subscription)).cancel_at).toBeNull()
  shop.clock.set(new Date(shop.clock.now().getTime() + 3601_000))
  expect(await read(url)).toMatchObject({ status: 410 })
  expect(await read(`${shop.standIn.url}/p/session/bps_none`)).toMatchObject({ status: 404 })
  await expect(open('cus_none')).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' })
})
