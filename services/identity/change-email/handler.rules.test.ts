import { describe, expect, test } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import '#test/kit/in-memory/no-log.ts'
import '#test/kit/in-memory/no-minimum-duration.ts'
import { findIdByAddress } from '#platform/account/address.ts'
import { keys } from '#platform/table/keys.ts'
import { put } from '#platform/table/write.ts'
import { apiError } from '#test/kit/api-error.ts'
import { addressChangeInMemory as start } from '#test/kit/in-memory/address-change.ts'
import { longAddress, newEmail } from '#test/kit/people.ts'

const expired = { query: { error_code: 'otp_expired', type: 'emailchange' } }

const templatesOf = (contents: readonly { template: string }[]) => contents.map(({ template }) => template)

describe('change-email', () => {
  test('changes nothing before the new address is confirmed, and notifies the current one', async () => {
    const { request, email, profileNow, emailsTo } = await start()
    const address = newEmail('new')
    expect(await request(address)).toEqual({ status: 200, body: { success: true } })
    expect((await profileNow()).email).toBe(email)
    expect((await emailsTo(email)).at(-1)).toMatchObject({
      template: 'email-change',
      done: false,
      new_email: address,
    })
    expect(templatesOf(await emailsTo(address))).toEqual(['confirm-new-address'])
  })

  test('changes the address by the link, for the profile, the sign-in and the search', async () => {
    const { request, confirm, userId, email, password, profileNow, pool, table, emailsTo } = await start()
    const address = newEmail('new')
    await request(address.toUpperCase())
    await confirm(address)
    expect((await profileNow()).email).toBe(address)
    expect(pool.canSignIn(address, password)).toBe(true)
    expect(pool.canSignIn(email, password)).toBe(false)
    expect(await findIdByAddress(table, address)).toBe(userId)
    expect(await findIdByAddress(table, email)).toBeUndefined()
    const entries = await table.list(keys.accountSearch('', '').pk, '')
    expect(entries.filter((entry) => entry['email'] === email)).toEqual([])
    expect(entries.filter((entry) => entry['email'] === address).length).toBeGreaterThan(2)
    expect((await emailsTo(email)).at(-1)).toMatchObject({ template: 'email-change', done: true })
  })

  test('rejects an account with fifty former addresses whose data is still stored', async () => {
    const { request, profileNow, table, now, emailsTo } = await start()
    const profile = await profileNow()
    // Former addresses of this age are still kept at the time of the request, which is one second later.
    const aYear = 365 * 24 * 3600_000 - 1000
    const formerOf = (count: number, age: number) =>
      Array.from({ length: count }, (_, index) => ({
        email: newEmail(`former-${index}`),
        until: new Date(now().getTime() - age).toISOString(),
      }))
    const store = (former: object[]) =>
      table.transact(put(keys.profile(profile.user_id), { ...profile, former_emails: former }))
    const address = newEmail('new')
    await store(formerOf(50, 1000))
    expect(await request(address)).toMatchObject({
      status: 429,
      body: { error: { code: 'rate_limited', message: expect.stringContaining('too often') } },
    })
    expect(await emailsTo(address)).toEqual([])
    await store([...formerOf(49, 1000), ...formerOf(50, aYear)])
    expect(await request(address)).toMatchObject({ status: 200 })
  })

  test('shows a result page, keeps the sessions and does not sign in', async () => {
    const { request, confirm, profileNow } = await start()
    const address = newEmail('new')
    await request(address)
    const reply = await confirm(address)
    expect(reply).toMatchObject({
      status: 200,
      body: expect.stringContaining(address.replace('@', '@<wbr>')),
    })
    expect(reply.headers.get('location')).toBeNull()
    expect(await profileNow()).not.toHaveProperty('tokens_valid_after')
  })

  test('changes the address once when it is requested twice, by either link', async () => {
    const { request, press, linksTo, confirm, profileNow } = await start()
    const address = newEmail('new')
    for (let i = 0; i < 2; i += 1)
      expect(await request(address)).toEqual({ status: 200, body: { success: true } })
    const [earlier = ''] = await linksTo(address)
    await confirm(address)
    expect((await profileNow()).email).toBe(address)
    expect(await press(earlier)).toMatchObject(expired)
    expect((await profileNow()).email).toBe(address)
  })

  test('accepts a link once, and only the first of two addresses', async () => {
    const { request, press, newestLink, confirm, profileNow } = await start()
    const [first, second] = [newEmail('first'), newEmail('second')]
    await request(first)
    await request(second)
    const link = await newestLink(second)
    await confirm(first)
    expect(await press(await newestLink(first))).toMatchObject(expired)
    expect(await press(link)).toMatchObject(expired)
    expect((await profileNow()).email).toBe(first)
  })

  test('makes links to the old address void', async () => {
    const { send, request, confirm, press, newestLink, email } = await start()
    await send.sendMagicLink(email)
    const magicLink = await newestLink(email)
    const address = newEmail('new')
    await request(address)
    await confirm(address)
    expect(await press(magicLink)).toMatchObject({ query: { error_code: 'otp_expired' } })
  })

  test('responds in the same way if the new address has an account, whose owner is emailed', async () => {
    const { request, emailsTo, openAccount, email } = await start()
    const owner = await openAccount()
    expect(await request(owner.email)).toEqual({ status: 200, body: { success: true } })
    expect((await emailsTo(owner.email)).at(-1)).toMatchObject({
      template: 'already-registered',
      attempt: 'email-change',
    })
    expect((await emailsTo(email)).at(-1)).toMatchObject({ template: 'email-change', done: false })
  })

  test('changes nothing if somebody else has confirmed the address in the meantime', async () => {
    const { request, openAccount, press, newestLink, linksTo, email, profileNow } = await start()
    const address = newEmail('contested')
    await request(address)
    const [link = ''] = await linksTo(address)
    await openAccount({ email: address })
    expect(await press(link)).toMatchObject(expired)
    expect((await profileNow()).email).toBe(email)
    expect(await newestLink(email)).toBeTruthy()
  })

  test('discards pending sign-ups with the new address', async () => {
    const { request, confirm, signUp, pool, linksTo, press } = await start()
    const address = newEmail('new')
    const stranger = await signUp({ email: address })
    const [strangersLink = ''] = await linksTo(address)
    await request(address)
    await confirm(address)
    expect(pool.canSignIn(address, stranger.password)).toBe(false)
    expect(await press(strangersLink)).toMatchObject({ query: { error_code: 'otp_expired' } })
  })

  test('lets finish-sign-ups repeat a change that is missing from the user pool', async () => {
    const { request, confirm, pool, password, passSeconds, finishSignUps } = await start()
    const address = newEmail('new')
    await request(address)
    pool.failOnce('claimAddress')
    await confirm(address)
    expect(pool.canSignIn(address, password)).toBe(false)
    passSeconds(120)
    await finishSignUps()
    expect(pool.canSignIn(address, password)).toBe(true)
  })

  test('frees the old address for another account', async () => {
    const { request, confirm, email, openAccount, userId, table } = await start()
    const address = newEmail('new')
    await request(address)
    await confirm(address)
    const other = await openAccount({ email })
    expect(await findIdByAddress(table, email)).toBe(other.userId)
    expect(await findIdByAddress(table, address)).toBe(userId)
  })

  test('requires a recent sign-in', async () => {
    const { request, linksTo } = await start()
    expect(await request(newEmail('new'), 3600)).toMatchObject({ status: 200 })
    const address = newEmail('new')
    expect(await request(address, 3601)).toMatchObject(
      apiError('recent_sign_in_needed', 'Please sign in again to change your email address.'),
    )
    expect(await linksTo(address)).toEqual([])
  })

  test('rejects the current address, an invalid one and one with which nobody could sign in', async () => {
    const { request, email } = await start()
    expect(await request(email.toUpperCase())).toMatchObject(apiError('email_unchanged'))
    expect(await request('nobody')).toMatchObject(
      apiError('validation_failed', 'Please enter a valid email address'),
    )
    expect(await request(longAddress(129))).toMatchObject(
      apiError('validation_failed', 'Please use an email address of at most 128 characters'),
    )
  })

  test('leaves no step for the scheduled run', async () => {
    const { request, press, newestLink, passSeconds, finishSignUps } = await start()
    const address = newEmail('new')
    await request(address)
    await press(await newestLink(address))
    passSeconds(120)
    expect(await finishSignUps()).toEqual({ finished: 0 })
  })

  test('changes the address while a deletion has started, which may never finish', async () => {
    const { request, confirm, table, userId, email, profileNow } = await start()
    const address = newEmail('new')
    await request(address)
    await table.transact(put(keys.deletion(userId), { entity: 'deletion' }))
    await confirm(address)
    expect((await profileNow()).email).toBe(address)
    expect(await findIdByAddress(table, email)).toBeUndefined()
  })
})
