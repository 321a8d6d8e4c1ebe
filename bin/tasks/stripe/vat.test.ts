import { afterEach, expect, test } from 'vitest'
import { prices } from '#local/cloud/prices.ts'
import { openTestAccount, type TestAccount } from '#local/stripe/testing/test-account.ts'
import { listSettings } from './settings.ts'

let account: TestAccount
afterEach(() => account.close())

const request = {
  stage: 'dev',
  check: true,
  deletesOldEndpoints: false,
  site: 'https://d1.example',
  secretKey: 'sk_test_local',
  apiBase: undefined,
} as const

/** Returns what the command finds about both settings of VAT. */
const findVat = async () => {
  const settings = await listSettings(account.stripe, request)
  return settings
    .filter(({ text }) => text.startsWith('VAT'))
    .map(({ state, evidence }) => `${state}: ${evidence.replace(/in_\w+/, 'in_1')}`)
}

test.each([
  [20, 'confirmed', 'shows'],
  [null, 'contradicted', 'does not show'],
] as const)('a rate of %j per cent is %s by the latest invoice', async (vatPercent, state, shows) => {
  account = await openTestAccount(prices)
  const unknown = 'unknown: No invoice has been paid yet'
  expect(await findVat()).toEqual([unknown, unknown])
  account.emulator.configure({ vatPercent })
  const customer = await account.stripe.customers.create({ email: 'a@customer.example' })
  account.emulator.setCard(customer.id, 'ok')
  account.emulator.startSubscription(customer.id, 'advice_monthly')
  expect(await findVat()).toEqual([
    `${state}: The latest paid invoice, in_1, ${shows} the VAT number of the firm`,
    `${state}: The latest paid invoice, in_1, ${shows} VAT that the total includes`,
  ])
})
