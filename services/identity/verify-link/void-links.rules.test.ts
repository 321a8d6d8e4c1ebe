import { describe, expect, test } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import '#test/kit/in-memory/no-log.ts'
import '#test/kit/in-memory/no-minimum-duration.ts'
import { addressChangeInMemory } from '#test/kit/in-memory/address-change.ts'
import { landing } from '#test/kit/link.ts'
import { newEmail } from '#test/kit/people.ts'

type Account = Awaited<ReturnType<typeof addressChangeInMemory>>

/** An account that has requested a new address, with the link to it. */
const aRequest = async () => {
  const account = await addressChangeInMemory()
  const address = newEmail('requested')
  await account.request(address)
  return { account, address, link: await account.newestLink(address) }
}

const statusOf = async (account: Account, link: string) => (await account.open(link, 'GET')).status

const expectVoid = async (account: Account, link: string) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const reply = await account.open(link, method)
    expect(reply.status).toBe(303)
    expect(landing(reply)).toMatchObject({ query: { error_code: 'otp_expired' }, fragment: {} })
  }
  expect((await account.press(link)).query).toMatchObject({ error_code: 'otp_expired' })
}

describe('a link to a new address', () => {
  test('shows its page, until another requested address is confirmed', async () => {
    const { account, link } = await aRequest()
    const other = newEmail('other')
    await account.request(other)
    expect(await statusOf(account, link)).toBe(200)
    await account.confirm(other)
    await expectVoid(account, link)
  })

  test('is void once the address has an account', async () => {
    const { account, address, link } = await aRequest()
    await account.openAccount({ email: address })
    await expectVoid(account, link)
  })

  test('is void while a password is being changed', async () => {
    const { account, link } = await aRequest()
    await account.beginPassword()
    await expectVoid(account, link)
  })

  test('is void after a new password, unless it was requested afterwards', async () => {
    const { account, link } = await aRequest()
    account.passSeconds(1)
    await account.endPassword()
    await expectVoid(account, link)
    const later = newEmail('later')
    account.passSeconds(5)
    await account.request(later)
    expect(await statusOf(account, await account.newestLink(later))).toBe(200)
  })

  test('is void once the account is deleted', async () => {
    const { account, link } = await aRequest()
    await account.deleteAccount()
    await expectVoid(account, link)
  })
})

describe('a sign-in link', () => {
  test.each(['sendMagicLink', 'sendPasswordResetEmail'] as const)(
    'of %s shows its page, until the account has another address',
    async (send) => {
      const account = await addressChangeInMemory()
      await account.send[send](account.email)
      const link = await account.newestLink(account.email)
      expect(await statusOf(account, link)).toBe(200)
      const address = newEmail('new')
      await account.request(address)
      await account.confirm(address)
      await expectVoid(account, link)
    },
  )
})

describe('a link that restarts a sign-up', () => {
  test('shows its page, until the address has an account', async () => {
    const account = await addressChangeInMemory()
    const { email } = await account.signUp()
    const signUpLink = await account.newestLink(email)
    await account.send.sendMagicLink(email)
    const restart = await account.newestLink(email)
    expect(await statusOf(account, restart)).toBe(200)
    // The links of the address are still there, because the steps after its confirmation have failed.
    account.pool.failOnce('claimAddress')
    await account.press(signUpLink)
    await expectVoid(account, restart)
  })
})

describe('a link that confirms a sign-up', () => {
  test('shows its page, until another sign-up has confirmed the address', async () => {
    const account = await addressChangeInMemory()
    const { email } = await account.signUp()
    const link = await account.newestLink(email)
    await account.signUp({ email })
    expect(await statusOf(account, link)).toBe(200)
    account.pool.failOnce('claimAddress')
    await account.press(await account.newestLink(email))
    await expectVoid(account, link)
  })
})
