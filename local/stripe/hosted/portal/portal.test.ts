import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestAccount, postCard, subscribe, type TestAccount } from '../../testing/test-account.ts'

let account: TestAccount
beforeEach(async () => {
  account = await openTestAccount()
  account.clock.set(new Date('2030-01-31T12:00:00Z'))
})
afterEach(() => account.close())

const open = (customer: string) =>
  account.stripe.billingPortal.sessions.create({ customer, return_url: 'http://site.example/profile' })
const read = async (address: string) => {
  const response = await fetch(address)
  return { status: response.status, address: response.url, page: await response.text() }
}
const post = (address: string) => fetch(address, { method: 'POST' })
const load = (id: string) => account.stripe.subscriptions.retrieve(id)

describe('billing portal', () => {
  test('shows the subscription, card, invoices and a link back', async () => {
    const { customer } = await subscribe(account)
    const { url } = await open(customer)
    const { page } = await read(url)
    expect(page).toContain('Monthly plan')
    expect(page).toContain('Renews on 28 February 2030.')
    expect(page).toContain('Visa ending in 4242, expires 12/2060')
    expect(page).toContain('href="http://site.example/profile"')
    expect(page).toContain('£50.00')
  })

  test('changes the VAT number that later invoices show', async () => {
    const { customer } = await subscribe(account)
    const { url } = await open(customer)
    const save = (vatNumber: string) =>
      fetch(`${url}/vat`, { method: 'POST', body: new URLSearchParams({ vatNumber }) })
    expect(await (await save('gb 123 456 789')).text()).toContain('GB123456789')
    await save('no number')
    expect(await account.stripe.customers.listTaxIds(customer)).toMatchObject({
      data: [{ type: 'gb_vat', value: 'GB123456789' }],
    })
    await save('')
    expect(await account.stripe.customers.listTaxIds(customer)).toMatchObject({ data: [] })
  })

  test('offers no change of the VAT number unless the configuration allows it', async () => {
    const { customer } = await subscribe(account)
    const [configuration] = (await account.stripe.billingPortal.configurations.list()).data
    await account.stripe.billingPortal.configurations.update(String(configuration?.id), {
      features: { customer_update: { enabled: false } },
    })
    const { url } = await open(customer)
    expect((await read(url)).page).not.toContain('VAT number')
    await fetch(`${url}/vat`, { method: 'POST', body: new URLSearchParams({ vatNumber: 'GB123456789' }) })
    expect(await account.stripe.customers.listTaxIds(customer)).toMatchObject({ data: [] })
  })

  test('sets `cancel_at` on cancellation, which can be undone until then', async () => {
    const { customer, subscription } = await subscribe(account)
    const { url } = await open(customer)
    expect((await read(`${url}/cancel/${subscription}`)).page).toContain('Cancel your Monthly plan?')
    expect(await (await post(`${url}/cancel/${subscription}`)).text()).toContain(
      'Cancels on 28 February 2030.',
    )
    const cancelling = await load(subscription)
    expect(cancelling).toMatchObject({
      status: 'active',
      cancel_at: cancelling.items.data[0]?.current_period_end,
      cancel_at_period_end: false,
      cancellation_details: { reason: 'cancellation_requested' },
    })

    expect(await (await post(`${url}/resume/${subscription}`)).text()).toContain('Renews on')
    expect(await load(subscription)).toMatchObject({ cancel_at: null, canceled_at: null })
    const { data } = await account.stripe.events.list({ type: 'customer.subscription.updated' })
    expect(data.slice(0, 2).map((event) => Reflect.get(event.data.object, 'cancel_at') === null)).toEqual([
      true,
      false,
    ])
  })

  test('ends a cancelled subscription at the end of its period', async () => {
    const { customer, subscription } = await subscribe(account)
    await post(`${(await open(customer)).url}/cancel/${subscription}`)
    account.clock.set(new Date('2030-03-01T00:00:00Z'))
    expect((await load(subscription)).status).toBe('canceled')
    expect((await read((await open(customer)).url)).page).toContain('There is no subscription at the moment.')
  })

  test('charges a new card from then on and does not save declined cards', async () => {
    const { customer, subscription } = await subscribe(account)
    const { url } = await open(customer)
    const before = (await load(subscription)).default_payment_method
    const declined = await postCard(`${url}/card`, { number: '4000000000000002' })
    expect(await declined.text()).toContain('Your card was declined.')
    expect((await load(subscription)).default_payment_method).toBe(before)

    const saved = await postCard(`${url}/card`, { number: '4000000000000341' })
    expect(saved.headers.get('location')).toBe(new URL(url).pathname)
    expect((await load(subscription)).default_payment_method).not.toBe(before)
    account.clock.set(new Date('2030-03-01T00:00:00Z'))
    expect((await load(subscription)).status).toBe('past_due')
  })

  test('saves a card after 3-D Secure authentication', async () => {
    const { customer, subscription } = await subscribe(account)
    const { url } = await open(customer)
    const before = (await load(subscription)).default_payment_method
    const challenge = await postCard(`${url}/card`, { number: '4000002500003155' })
    const bank = new URL(challenge.headers.get('location') ?? '', url)
    const authenticate = (value: string) =>
      fetch(bank, { method: 'POST', body: new URLSearchParams({ decision: value }) })
    expect(await (await authenticate('fail')).text()).toContain('We are unable to authenticate')
    expect((await load(subscription)).default_payment_method).toBe(before)
    await postCard(`${url}/card`, { number: '4000002500003155' })
    expect(await (await authenticate('complete')).text()).toContain('Visa ending in 3155')
  })

  test('rejects other customers’ subscriptions and expires after an hour', async () => {
    const own = await subscribe(account)
    const other = await subscribe(account)
    const { url } = await open(own.customer)
    await post(`${url}/cancel/${other.subscription}`)
    expect((await load(other.subscription)).cancel_at).toBeNull()
    account.clock.set(new Date(account.clock.now().getTime() + 3601_000))
    expect(await read(url)).toMatchObject({ status: 410 })
    expect(await read(`${account.emulator.url}/p/session/bps_none`)).toMatchObject({ status: 404 })
    await expect(open('cus_none')).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' })
  })
})
