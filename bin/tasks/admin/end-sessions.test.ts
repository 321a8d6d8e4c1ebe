import '#test/kit/in-memory/environment.ts'
import {
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findAccount } from '#platform/account/account.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { endSessions } from './end-sessions.ts'

afterEach(() => vi.useRealTimers())

describe('the sessions of a user', () => {
  test("end at the time of AWS, even if the operator's clock is an hour ahead", async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01T11:00:00Z') })
    const { table, account } = inMemory({ now: new Date('2027-02-28T10:00:00Z') })
    const { userId, profile } = await account()
    const client = new CognitoIdentityProviderClient({
      region: 'eu-west-2',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      // The SDK has seen the difference in an earlier response.
      systemClockOffset: -3_600_000,
    })
    mockClient(client).on(AdminUserGlobalSignOutCommand).resolves({})
    const stage = { pool: client, userPoolId: 'pool', table, where: 'dev' }
    expect(await endSessions(stage, { userId, email: profile.email })).toContain('is signed out everywhere')
    const ended = await findAccount(table, userId)
    expect(ended?.profile.tokens_valid_after).toBe('2027-03-01T10:00:00.000Z')
  })
})
