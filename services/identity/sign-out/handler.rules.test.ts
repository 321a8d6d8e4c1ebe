import { describe, expect, test } from 'vitest'
import { signOut } from '#shared/contract/identity.ts'
import { findAccount } from '#platform/account/account.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { sessionRepository } from '../session.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

describe('sign-out', () => {
  test('ends all sessions at our operations even if the user pool fails, which an alarm counts', async () => {
    const { table, account } = inMemory({ now })
    const caller = await account()
    const userPool = {
      signOutEverywhere: async () => {
        throw new Error('Cognito did not respond')
      },
    }
    const deps = { sessions: sessionRepository(table), userPool }
    await expect(callInMemory(signOut, handle, { caller, now }, deps)).rejects.toThrow('Cognito')
    const profile = (await findAccount(table, caller.userId))?.profile
    expect(profile?.tokens_valid_after).toBe(now.toISOString())
  })

  test('revokes the refresh tokens even if the table fails', async () => {
    const { account } = inMemory({ now })
    const revoked: string[] = []
    const end = async () => {
      throw new Error('The table did not respond')
    }
    const userPool = { signOutEverywhere: async (userId: string) => void revoked.push(userId) }
    const caller = await account()
    const deps = { sessions: { end }, userPool }
    await expect(callInMemory(signOut, handle, { caller, now }, deps)).rejects.toThrow('table')
    expect(revoked).toEqual([caller.userId])
  })
})
