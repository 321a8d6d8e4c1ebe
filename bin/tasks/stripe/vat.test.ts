import { afterEach, describe, expect, test } from 'vitest'
import { prices } from '#local/cloud/prices.ts'
import { openTestAccount, type TestAccount } from '#local/stripe/testing/test-account.ts'
import { vatPercent } from '#shared/values/plans.ts'
import { catalogueDifferences } from './catalogue.ts'
import { listSettings } from './settings.ts'
import { sampleOptions } from './testing/sample-options.ts'
import { vatDifferences } from './vat.ts'

let account: TestAccount
afterEach(() => account.close())

const options = { ...sampleOptions, check: true }

/** Returns the command's findings about VAT on invoices. */
const findVat = async () => {
  const settings = await listSettings(account.stripe, options)
  return settings
    .filter(({ text }) => /VAT/.test(text))
    .map(({ state, evidence }) => `${state}: ${evidence.replace(/in_\w+/, 'in_1')}`)
}

const aCustomer = async (details: object = {}) => {
  const customer = await account.stripe.customers.create({ email: 'a@customer.example', ...details })
  account.emulator.setCard(customer.id, 'ok')
  return customer.id
}

const withoutVat = prices.map(({ vatPercent: _percent, ...price }) => price)

describe('the latest paid invoice', () => {
  const details = {
    name: 'Robin Sample',
    address: { line1: 'Sample Lettings', line2: '1 Example Row', postal_code: 'ZZ1 1ZZ', country: 'GB' },
  }

  test('confirms full VAT invoices', async () => {
    account = await openTestAccount(prices)
    expect(await findVat()).toEqual([
      'unknown: No invoice has been paid yet',
      'unknown: No invoice has been paid yet',
      'unknown: No invoice above £250 has been paid yet',
    ])
    account.emulator.startSubscription(await aCustomer(details), 'advice_annual')
    expect(await findVat()).toEqual([
      'confirmed: The latest paid invoice, in_1, shows the VAT number of the firm',
      'confirmed: The latest paid invoice, in_1, shows VAT that the total includes',
      'confirmed: The latest paid invoice above £250, in_1, shows the name and address of the customer',
    ])
  })

  test('contradicts them without a VAT number, a tax rate, or an address of the customer', async () => {
    account = await openTestAccount(withoutVat)
    account.emulator.configure({ defaultTaxIds: null })
    account.emulator.startSubscription(await aCustomer(), 'advice_annual')
    expect(await findVat()).toEqual([
      'contradicted: The latest paid invoice, in_1, does not show the VAT number of the firm',
      'contradicted: The latest paid invoice, in_1, does not show VAT that the total includes',
      'contradicted: The latest paid invoice above £250, in_1, does not show the name and address of the customer',
    ])
  })
})

describe('the tax rate of the VAT', () => {
  const differences = async () => [
    ...(await vatDifferences(account.stripe)),
    ...(await catalogueDifferences(account.stripe)),
  ]
  const texts = async () => (await differences()).map(({ text }) => text)

  test('is created, named by the prices and set on running subscriptions', async () => {
    account = await openTestAccount(withoutVat)
    account.emulator.startSubscription(await aCustomer(), 'advice_monthly')
    expect(await texts()).toEqual([
      'Tax rate of 20 % VAT does not exist',
      'Invoices of 1 running subscriptions do not show 20 % VAT',
      ...['monthly', 'annual', 'pass'].map((plan) =>
        expect.stringMatching(`^Price advice_${plan} .*: metadata.tax_rate does not name the tax rate`),
      ),
    ])
    for (const { apply } of await differences()) await apply?.()
    expect(await texts()).toEqual([])
    const [rate] = (await account.stripe.taxRates.list()).data
    expect(rate).toMatchObject({ percentage: vatPercent, inclusive: true, country: 'GB', tax_type: 'vat' })
    const [subscription] = (await account.stripe.subscriptions.list()).data
    expect(subscription?.default_tax_rates).toMatchObject([{ id: rate?.id }])
  })

  test('is not set on subscriptions that await their first payment, which Stripe would reject', async () => {
    account = await openTestAccount(withoutVat)
    const { data } = await account.stripe.prices.list({ lookup_keys: ['advice_monthly'] })
    await account.stripe.subscriptions.create({
      customer: await aCustomer(),
      items: [{ price: String(data[0]?.id) }],
      payment_behavior: 'default_incomplete',
    })
    expect((await vatDifferences(account.stripe)).map(({ text }) => text)).toEqual([
      'Tax rate of 20 % VAT does not exist',
    ])
  })

  test('is reported as missing where a scheduled change of plan sets the rates', async () => {
    account = await openTestAccount(withoutVat)
    const { id } = account.emulator.startSubscription(await aCustomer(), 'advice_annual')
    await account.stripe.subscriptionSchedules.create({ from_subscription: id })
    const found = await vatDifferences(account.stripe)
    expect(found.map(({ text, apply }) => [text, apply !== undefined])).toEqual([
      ['Tax rate of 20 % VAT does not exist', true],
      [
        expect.stringContaining('1 subscriptions with a scheduled change of plan do not show 20 % VAT'),
        false,
      ],
    ])
  })

  test('replaces one of another percentage, which stays active', async () => {
    account = await openTestAccount(prices.map((price) => ({ ...price, vatPercent: 17.5 })))
    for (const { apply } of await differences()) await apply?.()
    expect(await texts()).toEqual([])
    const { data } = await account.stripe.taxRates.list({ active: true })
    expect(data.map(({ percentage }) => percentage)).toEqual([20, 17.5])
  })

  test('is found correct on the local cloud', async () => {
    account = await openTestAccount(prices)
    expect(await texts()).toEqual([])
  })
})
