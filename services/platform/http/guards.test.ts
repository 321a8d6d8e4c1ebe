import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import type { isAdminNow } from '../user-pool/admins.ts'
import type { Caller } from './authenticate.ts'
import { adminGuard, isAdmin, memberGuard } from './guards.ts'

const { lookUp } = vi.hoisted(() => ({ lookUp: vi.fn<typeof isAdminNow>() }))
vi.mock('../user-pool/admins.ts', () => ({ isAdminNow: lookUp }))
vi.mock('../log-line.ts', () => ({ writeLine: vi.fn<() => void>() }))

const now = new Date('2027-03-01T10:00:00Z')
const forbidden = { code: 'forbidden' }
const down = new Error('Cognito did not respond')

/** A caller whom Cognito lists as an admin or not, or whose role it cannot look up. */
const caller = async (role: 'admin' | 'none' | 'unknown', facts: Partial<Caller> = {}): Promise<Caller> => {
  if (role === 'unknown') lookUp.mockRejectedValue(down)
  else lookUp.mockResolvedValue(role === 'admin')
  return { ...(await inMemory({ now }).account()), ...facts }
}

const aMember = async () => inMemory({ now }).account({ plan: 'monthly' })

const pass = {
  entity: 'pass' as const,
  user_id: 'holder',
  session_id: 'cs_1',
  email: 'holder@people.example',
  paid_at: now.toISOString(),
  minutes: 30,
  purchases: {},
  version: 1,
}

beforeEach(() => {
  vi.stubEnv('STAGE', 'test')
  lookUp.mockReset()
})

describe('the guard of admin operations', () => {
  test('decides by the current group, whatever the token says', async () => {
    await expect(adminGuard(await caller('none', { mayBeAdmin: true }), now)).rejects.toMatchObject(forbidden)
    await expect(adminGuard(await caller('admin', { mayBeAdmin: false }), now)).resolves.toBeUndefined()
  })

  test('lets nobody in while Cognito fails', async () => {
    await expect(adminGuard(await caller('unknown', { mayBeAdmin: true }), now)).rejects.toBe(down)
  })
})

describe('the guard of member operations', () => {
  test('lets members in without a request to Cognito', async () => {
    await expect(memberGuard(await aMember(), now)).resolves.toBeUndefined()
    expect(lookUp).not.toHaveBeenCalled()
  })

  test('lets admins in, and no other account without a subscription', async () => {
    await expect(memberGuard(await caller('admin', { mayBeAdmin: true }), now)).resolves.toBeUndefined()
    await expect(memberGuard(await caller('none', { mayBeAdmin: true }), now)).rejects.toMatchObject(
      forbidden,
    )
    await expect(memberGuard(await caller('none'), now)).rejects.toMatchObject(forbidden)
    await expect(memberGuard(await caller('none', { passes: [pass] }), now)).rejects.toMatchObject(forbidden)
  })

  test('lets a member in no longer once the subscription has ended', async () => {
    lookUp.mockResolvedValue(false)
    const { account } = inMemory({ now })
    const lapsed = await account({ plan: 'monthly', subscribedUntil: '2027-03-01T10:00:00.000Z' })
    await expect(memberGuard(lapsed, now)).rejects.toMatchObject(forbidden)
  })
})

describe('the role of a caller', () => {
  test('is looked up if the token names a group, even for a member', async () => {
    lookUp.mockResolvedValue(true)
    expect(await isAdmin({ ...(await aMember()), mayBeAdmin: true }, now)).toBe(true)
    await expect(isAdmin(await caller('unknown', { mayBeAdmin: true }), now)).rejects.toBe(down)
  })

  test('is found for a new admin whose token names no group yet', async () => {
    expect(await isAdmin(await caller('admin'), now)).toBe(true)
    expect(await isAdmin(await caller('none'), now)).toBe(false)
  })

  test('is not looked up for members and pass holders whose token names no group', async () => {
    const holder = await caller('admin', { passes: [pass] })
    expect([await isAdmin(await aMember(), now), await isAdmin(holder, now)]).toEqual([false, false])
    expect(lookUp).not.toHaveBeenCalled()
  })

  test('is none if Cognito fails and the token names no group, so that users can subscribe without it', async () => {
    expect(await isAdmin(await caller('unknown'), now)).toBe(false)
  })
})
