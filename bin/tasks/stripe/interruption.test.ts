import { afterEach, describe, expect, test } from 'vitest'
import { openTestAccount, type TestAccount } from '#local/stripe/testing/test-account.ts'
import { setUp } from './run.ts'
import type { SecretStore } from './secret-store.ts'
import { sampleOptions as options } from './testing/sample-options.ts'

let account: TestAccount
afterEach(() => account.close())

/** A secret that can be read. `write` stores a new value, or rejects. */
const secretWith = (write: SecretStore['write']): SecretStore => ({
  name: 'the secret',
  read: () => Promise.resolve('whsec_former'),
  write,
})

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => String(error),
  )

describe('a set-up that stops halfway', () => {
  test('says what it has changed, why it stopped and what to do', async () => {
    account = await openTestAccount([])
    const denied = secretWith(() => Promise.reject(new Error('Access denied')))
    const text = await messageOf(setUp(account.stripe, options, denied))
    expect(text).toMatch(/✓ Created tax rate txr_/)
    expect(text).toContain('with the lookup key advice_monthly')
    expect(text).toContain('✓ Changed the configuration of the billing portal')
    expect(text).toContain('✗ Stopped: The signing secret could not be stored in the secret')
    expect(text).toContain('Access denied')
    expect(text).toContain('Run the command again: it changes only what is left.')
  })

  test('reports its changes although the settings of the Dashboard cannot be read', async () => {
    account = await openTestAccount([])
    account.stripe.charges.list = () => {
      throw new Error('the key may not read charges')
    }
    const text = await messageOf(
      setUp(
        account.stripe,
        options,
        secretWith(() => Promise.resolve()),
      ),
    )
    expect(text).toMatch(/✓ Created webhook endpoint we_[^]*✗ Stopped: the key may not read charges/)
  })

  test('reports only the reason if it has changed nothing', async () => {
    account = await openTestAccount([])
    account.stripe.taxRates.list = () => {
      throw new Error('the key may not read tax rates')
    }
    const text = await messageOf(
      setUp(
        account.stripe,
        options,
        secretWith(() => Promise.resolve()),
      ),
    )
    expect(text).toBe('Error: the key may not read tax rates')
  })

  test('does not ask for a deployment: functions read a stored secret within two minutes', async () => {
    account = await openTestAccount([])
    const { text } = await setUp(
      account.stripe,
      options,
      secretWith(() => Promise.resolve()),
    )
    expect(text).toMatch(/Created webhook endpoint .* Functions use it within two minutes\./)
    expect(text).not.toContain('Deploy')
  })
})
