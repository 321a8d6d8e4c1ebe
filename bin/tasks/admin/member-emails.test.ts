import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { keys } from '#platform/table/keys.ts'
import { put, remove, update } from '#platform/table/write.ts'
import { emailProblemRepository } from '#services/email/public.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { memberEmails } from './member-emails.ts'

const cognito = mockClient(CognitoIdentityProviderClient)
afterEach(() => cognito.reset())
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => cognito.restore())

const now = new Date('2027-03-01T10:00:00Z')

const aStage = () => {
  const { table, account } = inMemory({ now })
  const ids: string[] = []
  const add = async (name: string, facts: object = {}) => {
    const { userId } = await account({ email: `${name}@agency.example`, ...facts })
    ids.push(userId)
    cognito.on(ListUsersCommand).resolves({
      Users: ids.map((id) => ({ Attributes: [{ Name: 'sub', Value: id }] })),
    })
    return userId
  }
  return { stage: { table, userPoolId: 'pool', pool: new CognitoIdentityProviderClient({}) }, add }
}

const monthly = { plan: 'monthly' }
const ended = { ...monthly, subscribedUntil: '2027-02-01T10:00:00.000Z' }

describe('member emails', () => {
  test('lists members in the order of their addresses, and no accounts without a subscription', async () => {
    const { stage, add } = aStage()
    await add('wren', monthly)
    await add('nobody')
    await add('ada', { plan: 'annual' })
    expect(await memberEmails(stage, now)).toBe('ada@agency.example\nwren@agency.example')
  })

  test('lists a customer whose renewal is unpaid, and not one whose subscription has ended', async () => {
    const { stage, add } = aStage()
    const statuses = [
      [await add('late', ended), 'past_due'],
      [await add('former', ended), 'canceled'],
    ] as const
    for (const [id, status] of statuses)
      await stage.table.transact(
        update(keys.subscription(id), 'SET #s = :s', { names: { '#s': 'status' }, values: { ':s': status } }),
      )
    expect(await memberEmails(stage, now)).toBe('late@agency.example')
  })

  test('leaves out stopped addresses and deleted accounts', async () => {
    const { stage, add } = aStage()
    await add('ada', monthly)
    await add('bounced', monthly)
    const gone = await add('gone', monthly)
    await stage.table.transact(remove(keys.profile(gone)))
    await stage.table.transact(
      put(keys.profile(gone), { entity: 'tombstone', user_id: gone, deleted_at: now.toISOString() }),
    )
    await emailProblemRepository(stage.table).record({
      email: 'bounced@agency.example',
      reason: 'bounce',
      detail: 'NoEmail',
      at: now.toISOString(),
    })
    expect(await memberEmails(stage, now)).toBe('ada@agency.example')
  })
})
