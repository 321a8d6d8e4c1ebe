import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { referralInMemory } from '#test/kit/in-memory/referral.ts'
import { readLink } from '#test/kit/link.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { aSignUp, newEmail } from '#test/kit/people.ts'
import { maxDiscarded } from './finish-sign-up.ts'

type Identity = ReturnType<typeof identityInMemory>

/** A stranger signs up with an address and a password of their own. */
const strangersSignUp = (identity: Identity, email: string, changes: Parameters<typeof aSignUp>[0] = {}) =>
  identity.signUp({ email, firstName: 'Stranger', companyName: 'Strange Lettings', ...changes })

const requests = [
  ['password reset', (identity: Identity, email: string) => identity.send.sendPasswordResetEmail(email)],
  ['magic link', (identity: Identity, email: string) => identity.send.sendMagicLink(email)],
] as const

const expired = { query: { error_code: 'otp_expired' } }

describe('an address with a sign-up of a stranger', () => {
  test.each(requests)('is confirmed by a %s without the stranger’s sign-up', async (_name, request) => {
    const identity = identityInMemory()
    const email = newEmail('victim')
    const { token, usedCount } = await referralInMemory(identity)
    const stranger = await strangersSignUp(identity, email, { referrer_token: token })
    await request(identity, email)
    const [strangersLink = '', link = ''] = await identity.linksTo(email)
    const { path, fragment } = await identity.press(link)
    expect({ path, email: fragment['email'] }).toEqual({ path: paths.signUp, email })
    expect(fragment).not.toHaveProperty('access_token')
    expect(identity.storedAbout(email)).not.toContain('Stranger')
    expect(identity.pool.size()).toBe(0)

    const own = aSignUp({ email, address_token: fragment['address_token'] })
    expect(await identity.send.signUp(own)).toEqual({ status: 200, body: { success: true } })
    expect(identity.pool.canSignIn(email, stranger.password)).toBe(false)
    expect(identity.pool.canSignIn(email, own.password)).toBe(true)
    const account = await identity.deps.accounts.findByEmail(email)
    expect(account?.profile).toMatchObject({ email, company_name: own.companyName })
    expect(await identity.press(strangersLink)).toMatchObject(expired)
    expect(await usedCount()).toEqual([0])
  })

  test('gives its owner’s own sign-up its own password and profile', async () => {
    const identity = identityInMemory()
    const email = newEmail('victim')
    const stranger = await strangersSignUp(identity, email)
    const own = await identity.signUp({ email })
    const link = await identity.newestLink(email)
    const late = await strangersSignUp(identity, email)
    const { fragment } = await identity.press(link)
    const profile = await identity.profileOf(String(fragment['access_token']))
    expect(profile).toMatchObject({ company_name: own.companyName })
    expect(identity.pool.canSignIn(email, own.password)).toBe(true)
    for (const { password } of [stranger, late]) expect(identity.pool.canSignIn(email, password)).toBe(false)
    expect(identity.storedAbout(email)).not.toContain(stranger.companyName)
  })

  test('emails a link that discards all sign-ups if it is unclear which one is meant', async () => {
    const identity = identityInMemory()
    const email = newEmail('victim')
    await strangersSignUp(identity, email)
    await identity.signUp({ email })
    await identity.send.resendConfirmation({ email, plan: 'annual' })
    expect(await identity.press(await identity.newestLink(email))).toMatchObject({
      path: paths.signUp,
      fragment: { email },
    })
    expect(identity.pool.size()).toBe(0)
  })

  test('is not found by admins before it is confirmed', async () => {
    const identity = identityInMemory()
    const email = newEmail('victim')
    await strangersSignUp(identity, email)
    expect(identity.storedAbout('account_search')).toBe('[]')
    await identity.press(await identity.newestLink(email))
    expect(identity.storedAbout('account_search')).toContain(email)
  })
})

describe('an address with many sign-ups of strangers', () => {
  /** More sign-ups than one request discards. */
  const count = maxDiscarded.request + 5
  const strangersSignUps = async (identity: Identity, email: string, wanted = count) => {
    for (let made = 0; made < wanted; made += 1) await strangersSignUp(identity, email)
  }

  test('is confirmed by the link of a sign-up, and a scheduled run discards the rest', async () => {
    const identity = identityInMemory()
    const email = newEmail('victim')
    await strangersSignUps(identity, email)
    const own = await identity.signUp({ email })
    const { fragment } = await identity.press(await identity.newestLink(email))
    expect(fragment).toHaveProperty('access_token')
    expect(identity.pool.canSignIn(email, own.password)).toBe(true)
    expect(identity.pool.size()).toBe(1 + count - maxDiscarded.request)
    identity.passSeconds(61)
    expect(await identity.finishSignUps()).toEqual({ finished: 1 })
    expect(identity.pool.size()).toBe(1)
    expect(identity.storedAbout(email)).not.toContain('Stranger')
    expect(await identity.finishSignUps()).toEqual({ finished: 0 })
  })

  test('is not left to a scheduled run if the request can just discard the others', async () => {
    const identity = identityInMemory()
    const email = newEmail('victim')
    await strangersSignUps(identity, email, maxDiscarded.request)
    await identity.signUp({ email })
    await identity.press(await identity.newestLink(email))
    expect(identity.pool.size()).toBe(1)
    identity.passSeconds(61)
    expect(await identity.finishSignUps()).toEqual({ finished: 0 })
  })

  test('stays on the list of the scheduled function while sign-ups are left', async () => {
    const identity = identityInMemory()
    const email = newEmail('victim')
    await strangersSignUps(identity, email)
    await identity.signUp({ email })
    await identity.press(await identity.newestLink(email))
    const [left] = await identity.deps.signUps.list(email, 1)
    if (left === undefined) throw new Error('No sign-up is left')
    const tooMany = Array.from({ length: maxDiscarded.schedule + 1 }, () => left)
    const list = vi.spyOn(identity.deps.signUps, 'list').mockResolvedValue(tooMany)
    identity.passSeconds(61)
    expect(await identity.finishSignUps()).toEqual({ finished: 0 })
    list.mockRestore()
    identity.passSeconds(300)
    expect(await identity.finishSignUps()).toEqual({ finished: 1 })
  })

  test('ends a scheduled run before Lambda does, and the next run continues with the next address', async () => {
    const identity = identityInMemory()
    const emails = [newEmail('first'), newEmail('second')]
    for (const email of emails) {
      await strangersSignUps(identity, email)
      await identity.signUp({ email })
      await identity.press(await identity.newestLink(email))
    }
    let elapsedMs = 0
    vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const remove = identity.pool.delete
    vi.spyOn(identity.pool, 'delete').mockImplementation(async (userId) => {
      elapsedMs += 6000
      await remove(userId)
    })
    identity.passSeconds(61)
    // Five sign-ups are left of each address.
    expect(await identity.finishSignUps()).toEqual({ finished: 1 })
    expect(elapsedMs).toBe(30_000)
    expect(await identity.finishSignUps()).toEqual({ finished: 1 })
    expect(identity.pool.size()).toBe(emails.length)
  })

  test('is confirmed by a magic link, and the sign-up that follows opens the account', async () => {
    const identity = identityInMemory()
    const email = newEmail('victim')
    await strangersSignUps(identity, email)
    await identity.send.sendMagicLink(email)
    const [strangersLink = ''] = await identity.linksTo(email)
    const { fragment } = await identity.press(await identity.newestLink(email))
    expect(identity.pool.size()).toBe(count - maxDiscarded.request)
    const own = await identity.signUp({ email, address_token: fragment['address_token'] })
    expect(identity.pool.canSignIn(email, own.password)).toBe(true)
    expect(await identity.press(strangersLink)).toMatchObject(expired)
    expect(identity.pool.size()).toBe(1)
  })
})

describe('sign-up with a confirmed address', () => {
  const confirmedAddress = async (identity: Identity) => {
    const email = newEmail()
    await strangersSignUp(identity, email)
    await identity.send.sendMagicLink(email)
    const link = await identity.newestLink(email)
    return { email, link, token: (await identity.press(link)).fragment['address_token'] }
  }

  test('works once, however often the button was pressed before', async () => {
    const identity = identityInMemory()
    const { email, link, token } = await confirmedAddress(identity)
    expect((await identity.press(link)).fragment['address_token']).toBe(token)
    const first = await identity.signUp({ email, address_token: token })
    const second = aSignUp({ email, address_token: token })
    expect(await identity.send.signUp(second)).toMatchObject(apiError('link_expired'))
    expect(identity.pool.canSignIn(email, first.password)).toBe(true)
    expect(identity.pool.canSignIn(email, second.password)).toBe(false)
    expect(await identity.press(link)).toMatchObject(expired)
  })

  test('opens one account for two concurrent requests', async () => {
    const identity = identityInMemory()
    const { email, token } = await confirmedAddress(identity)
    const bodies = [1, 2].map(() => aSignUp({ email, address_token: token }))
    forceOverlap(identity.table, 2)
    const replies = await Promise.all(bodies.map(identity.send.signUp))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const opened = bodies.map(({ password }) => identity.pool.canSignIn(email, password))
    expect(opened).toEqual(replies.map(({ status }) => status === 200))
    expect(identity.pool.size()).toBe(1)
  })

  test('counts the referral of the new sign-up', async () => {
    const identity = identityInMemory()
    const referral = await referralInMemory(identity)
    const { email, token } = await confirmedAddress(identity)
    await identity.signUp({ email, address_token: token, referrer_token: referral.token })
    expect(await referral.usedCount()).toEqual([1])
  })

  test('rejects the token for another address, an unknown token and the token of another link', async () => {
    const identity = identityInMemory()
    const { token } = await confirmedAddress(identity)
    const pending = await strangersSignUp(identity, newEmail())
    const signUpToken = readLink(await identity.newestLink(pending.email)).token
    for (const [email, address_token] of [
      [newEmail(), token],
      [newEmail(), 'A'.repeat(43)],
      [pending.email, signUpToken],
    ] as const)
      expect(await identity.send.signUp(aSignUp({ email, address_token }))).toMatchObject(
        apiError('link_expired'),
      )
  })
})

describe('a pending sign-up', () => {
  test('stores no password', async () => {
    const identity = identityInMemory()
    const { email, password } = await strangersSignUp(identity, newEmail())
    const items = identity.storedAbout('')
    expect(items).toContain(email)
    expect(items).not.toContain(password)
    expect(await identity.table.list(keys.address(email).pk, '')).toEqual([])
  })
})
