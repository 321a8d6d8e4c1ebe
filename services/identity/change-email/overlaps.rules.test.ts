import { describe, expect, test } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import '#test/kit/in-memory/no-log.ts'
import '#test/kit/in-memory/no-minimum-duration.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { addressChangeInMemory as start } from '#test/kit/in-memory/address-change.ts'
import { newEmail } from '#test/kit/people.ts'

const expired = { query: { error_code: 'otp_expired', type: 'emailchange' } }

const templatesOf = (contents: readonly { template: string }[]) => contents.map(({ template }) => template)

describe('change-email, while the sessions of the account end,', () => {
  test.each(['signOut', 'beginPassword', 'endPassword', 'deleteAccount'] as const)(
    'sends and stores nothing: %s',
    async (event) => {
      const account = await start()
      const [address, before] = [newEmail('new'), await account.emailsTo(account.email)]
      expect(await account.request(address, 0, account[event])).toMatchObject(
        apiError('recent_sign_in_needed', 'Please sign in again to change your email address.'),
      )
      expect(await account.emailsTo(address)).toEqual([])
      const other = (await account.emailsTo(account.email)).slice(before.length)
      expect(templatesOf(other)).toEqual(event === 'endPassword' ? ['password-changed'] : [])
    },
  )

  test('says that an unfinished change of password comes first', async () => {
    const { request, beginPassword } = await start()
    await beginPassword()
    expect(await request(newEmail('new'))).toMatchObject(
      apiError('password_change_unfinished', 'Please finish changing your password first.'),
    )
  })

  test('sends the owner of the new address nothing either', async () => {
    const { request, emailsTo, openAccount, signOut } = await start()
    const owner = await openAccount()
    const before = await emailsTo(owner.email)
    await request(owner.email, 0, signOut)
    expect(await emailsTo(owner.email)).toEqual(before)
  })
})

describe('a link to a new address', () => {
  test.each(['beginPassword', 'endPassword'] as const)(
    'is void after a new password that did not find it: %s',
    async (event) => {
      const account = await start()
      const address = newEmail('new')
      await account.request(address)
      account.passSeconds(1)
      await account[event]()
      expect(await account.press(await account.newestLink(address))).toMatchObject(expired)
      expect((await account.profileNow()).email).toBe(account.email)
    },
  )

  test.each([
    ['name', { full_name: 'Nadia Hill' }],
    ['address', { email: 'other@people.example' }],
  ])('is void if the %s of the account changes while it is used', async (_detail, change) => {
    const account = await start()
    const { table, userId, now, press, newestLink, profileNow } = account
    const address = newEmail('new')
    await account.request(address)
    const link = await newestLink(address)
    const before = await profileNow()
    // A change of details stores its time. Without a new time, only the address shows that the account has changed.
    const at = 'full_name' in change ? { details_changed_at: now().toISOString() } : {}
    const changed = { ...before, ...change, ...at }
    const transact = table.transact.bind(table)
    table.transact = async (...writes) => {
      table.transact = transact
      await table.put(keys.profile(userId), changed)
      return transact(...writes)
    }
    expect(await press(link)).toMatchObject(expired)
    expect(await profileNow()).toEqual(changed)
  })

  test('works after a new password if it was requested later', async () => {
    const { endPassword, request, confirm, profileNow, passSeconds } = await start()
    await endPassword()
    passSeconds(1)
    const address = newEmail('new')
    await request(address)
    await confirm(address)
    expect((await profileNow()).email).toBe(address)
  })

  test('works after a sign-out', async () => {
    const { signOut, request, confirm, profileNow, passSeconds } = await start()
    const address = newEmail('new')
    await request(address)
    passSeconds(1)
    await signOut()
    await confirm(address)
    expect((await profileNow()).email).toBe(address)
  })
})
