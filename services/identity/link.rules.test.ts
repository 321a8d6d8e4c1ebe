import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { linkLifeSeconds } from '#shared/values/limits.ts'
import { keys } from '#platform/table/keys.ts'
import { put, remove } from '#platform/table/write.ts'
import { readLink } from '#test/kit/link.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { forceOverlap } from '#test/kit/overlap.ts'
import { accountRepository } from './account.repository.ts'
import { linkRemoval, linkRepository, type LinkType } from './link.repository.ts'
import { secondFactorRepository } from './second-factor.repository.ts'

const now = new Date('2026-03-01T10:00:00.000Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

/** An account and a link that was emailed to its address. */
const aLink = async (type: LinkType = 'magiclink', isVerified = true) => {
  const { table, account, database } = inMemory({ now })
  const { profile, userId } = await account()
  const { email_verified_at: _verified, ...unverified } = profile
  if (!isVerified)
    await table.transact(put(keys.profile(userId), unverified), remove(keys.address(profile.email)))
  const links = linkRepository(table)
  const { path, write } = links.issue({ type, userId, email: profile.email, name: '', redirect: '/', now })
  await table.transact(write)
  const { token } = readLink(`https://advice.example${path}`)
  const consume = async (at = now, email = profile.email) => {
    const link = await links.findForUser(token, userId, now)
    if (link === undefined) throw new Error('no link')
    return links.consume(token, { ...link, email }, at)
  }
  const isVerifiedNow = () =>
    database
      .all()
      .some(({ entity, email_verified_at: at }) => entity?.['S'] === 'profile' && at !== undefined)
  return { table, links, token, userId, profile, consume, isVerifiedNow }
}

describe('a link', () => {
  test('works until its last second, and not at its end', async () => {
    const { links, token, userId, consume } = await aLink()
    const end = linkLifeSeconds.magiclink
    expect(await links.find(token, 'magiclink', after(end - 0.001))).toBeDefined()
    expect(await links.find(token, 'magiclink', after(end))).toBeUndefined()
    expect(await links.findForUser(token, userId, after(end - 0.001))).toBeDefined()
    expect(await links.findForUser(token, userId, after(end))).toBeUndefined()
    expect(await consume(after(end))).toBe(false)
    expect(await consume(after(end - 0.001))).toBe(true)
  })

  test('is found by its own type and user only', async () => {
    const { links, token, userId } = await aLink()
    expect(await links.find(token, 'recovery', now)).toBeUndefined()
    expect(await links.findForUser(token, 'another', now)).toBeUndefined()
    const change = await aLink('emailchange')
    expect(await change.links.findForUser(change.token, change.userId, now)).toBeUndefined()
    expect(await links.findForUser(token, userId, now)).toBeDefined()
  })

  test('cannot be consumed for another address', async () => {
    const { consume, links, token, userId } = await aLink()
    expect(await consume(now, 'another@people.example')).toBe(false)
    expect(await links.findForUser(token, userId, now)).toBeDefined()
  })

  test.each([true, false])(
    'is consumed by one of two requests that overlap (verified: %s)',
    async (isVerified) => {
      const { table, consume } = await aLink(isVerified ? 'magiclink' : 'signup', isVerified)
      forceOverlap(table, 2)
      const results = await Promise.all([consume(), consume()])
      expect(results.filter(Boolean)).toHaveLength(1)
    },
  )

  test('confirms no sign-up at its end', async () => {
    const { consume, isVerifiedNow } = await aLink('signup', false)
    expect(await consume(after(linkLifeSeconds.signup))).toBe(false)
    expect(isVerifiedNow()).toBe(false)
  })

  test('signs in when another link of its sign-up confirms the address at the same time', async () => {
    const { table, links, userId, profile, consume } = await aLink('signup', false)
    const issued = links.issue({ type: 'signup', userId, email: profile.email, name: '', redirect: '/', now })
    await table.transact(issued.write)
    const { token } = readLink(`https://advice.example${issued.path}`)
    const other = await links.findForUser(token, userId, now)
    if (other === undefined) throw new Error('no link')
    forceOverlap(table, 2)
    expect(await Promise.all([consume(), links.consume(token, other, now)])).toEqual([true, true])
  })

  test('does nothing for a user who was deleted after it was found', async () => {
    const { table, consume, userId } = await aLink()
    await table.transact(
      put(keys.profile(userId), { entity: 'tombstone', user_id: userId, deleted_at: now.toISOString() }),
    )
    expect(await consume()).toBe(false)
  })

  test('does not confirm a sign-up whose address changed or whose profile was deleted in the meantime', async () => {
    for (const change of [
      { email: 'moved@people.example' },
      { entity: 'tombstone', deleted_at: now.toISOString() },
    ]) {
      const { table, consume, userId, profile, isVerifiedNow } = await aLink('signup', false)
      const { email_verified_at: _verified, ...unverified } = profile
      const transact = table.transact.bind(table)
      table.transact = async (...writes) => {
        await transact(put(keys.profile(userId), { ...unverified, ...change }))
        return transact(...writes)
      }
      expect(await consume()).toBe(false)
      expect(isVerifiedNow()).toBe(false)
    }
  })

  test('is removed for its own address and before its end only', async () => {
    const { table, links, token, profile, userId } = await aLink()
    const remove = async (email: string, at: Date) =>
      (await table.transact(linkRemoval(token, { email }, at))).failedCondition
    expect(await remove('another@people.example', now)).toBe('used')
    expect(await remove(profile.email, after(linkLifeSeconds.magiclink))).toBe('used')
    expect(await links.findForUser(token, userId, now)).toBeDefined()
    expect(await remove(profile.email, now)).toBeUndefined()
  })
})

describe('the steps after a confirmation', () => {
  test('are marked as finished for the user who confirmed the address only', async () => {
    const { table, profile, userId } = await aLink()
    const accounts = accountRepository(table)
    const unfinished = keys.unfinishedSignUps(now.toISOString())
    const key = keys.address(profile.email)
    await table.transact(
      put(key, {
        entity: 'address',
        email: profile.email,
        user_id: userId,
        confirmed_at: now.toISOString(),
        ...unfinished,
      }),
    )
    await accounts.markFinished(profile.email, 'another')
    expect(await accounts.listUnfinished(after(1), 10)).toHaveLength(1)
    await accounts.markFinished(profile.email, userId)
    expect(await accounts.listUnfinished(after(1), 10)).toEqual([])
  })
})

describe('a second factor', () => {
  const aFactor = async () => {
    const { table, account } = inMemory({ now })
    const { userId } = await account()
    const factors = secondFactorRepository(table)
    const key = (value: string) => ({ key: value, signIn: 'first', secret: 'stage secret', now })
    const writeTombstone = () =>
      table.transact(
        put(keys.profile(userId), { entity: 'tombstone', user_id: userId, deleted_at: now.toISOString() }),
      )
    return { table, factors, userId, key, writeTombstone }
  }
  const code = { step: now, signIn: 'first', now }

  test('is created once by requests that overlap', async () => {
    const { table, factors, userId, key } = await aFactor()
    forceOverlap(table, 2)
    const results = await Promise.all(['A', 'B'].map((one) => factors.create(userId, key(one), undefined)))
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('is replaced only while it is the unconfirmed one that the request has seen', async () => {
    const { factors, userId, key } = await aFactor()
    await factors.create(userId, key('A'), undefined)
    const seen = await factors.find(userId)
    expect(await factors.create(userId, key('B'), seen)).toBe(true)
    expect(await factors.create(userId, key('C'), seen)).toBe(false)
    const current = await factors.find(userId)
    if (current === undefined) throw new Error('no factor')
    expect(await factors.stepUp(userId, current, code)).toBeDefined()
    expect(await factors.create(userId, key('D'), current)).toBe(false)
  })

  test('accepts no code of a key that was replaced in the meantime', async () => {
    const { factors, userId, key } = await aFactor()
    await factors.create(userId, key('A'), undefined)
    const seen = await factors.find(userId)
    await factors.create(userId, key('B'), seen)
    if (seen === undefined) throw new Error('no factor')
    expect(await factors.stepUp(userId, seen, code)).toBeUndefined()
  })

  test('is neither created nor used for a deleted account', async () => {
    const { factors, userId, key, writeTombstone } = await aFactor()
    await factors.create(userId, key('A'), undefined)
    const factor = await factors.find(userId)
    await writeTombstone()
    if (factor === undefined) throw new Error('no factor')
    expect(await factors.create(userId, key('B'), factor)).toBe(false)
    expect(await factors.stepUp(userId, factor, code)).toBeUndefined()
  })
})
