import { describe, expect, test } from 'vitest'
import { signOut } from '#shared/contract/identity.ts'
import { findAccount } from '#platform/account/account.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { sessionRepository } from '../session.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

describe('sign-out', () => {
  test('can be repeated after the user pool has failed: the access token that it needs is still accepted', async () => {
    const { table, account } = inMemory({ now })
    const caller = await account()
    let isDown = true
    const userPool = {
      signOutEverywhere: async () => {
        if (isDown) throw new Error('Cognito did not respond')
      },
    }
    const deps = { sessions: sessionRepository(table), userPool }
    const validAfter = async () => (await findAccount(table, caller.userId))?.profile.tokens_valid_after
    await expect(callInMemory(signOut, handle, { caller, now }, deps)).rejects.toThrow('Cognito')
    expect(await validAfter()).toBeUndefined()
    isDown = false
    expect(await callInMemory(signOut, handle, { caller, now }, deps)).toMatchObject({ status: 200 })
    expect(await validAfter()).toBe(now.toISOString())
  })
})
