import '#test/kit/in-memory/environment.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { collectAccountData, type CollectDependencies } from './collect-account-data.ts'
import { exportedFieldsOf } from './partition.ts'

const now = new Date('2027-03-01T10:00:00Z')

const noData: CollectDependencies = {
  listPartition: async () => [],
  findStripeData: async () => ({ customers: [], subscriptions: [], invoices: [], charges: [] }),
  emails: { listFor: async () => [] },
  emailProblems: { find: async () => undefined },
  messages: { listFrom: async () => [] },
  findGivenUpAt: async () => undefined,
  userPool: { describe: async () => ({}) },
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the export of an account', () => {
  test('contains the items of known kinds only, and of these the listed fields', async () => {
    const account = await inMemory({ now }).account()
    const items = [
      { entity: 'ticket', id: 'T1', topic: 'Deposits', internal: 'not exported' },
      { entity: 'of another kind', id: 'X' },
      { id: 'without a kind' },
    ]
    const data = await collectAccountData(
      account,
      {
        ...noData,
        listPartition: async () => items,
        emails: {
          listFor: async () => [{ cause: 'welcome:sub_1', status: 'sent', created_at: now.toISOString() }],
        },
      },
      now,
    )
    expect(data.tickets).toEqual([{ id: 'T1', topic: 'Deposits' }])
    expect(data.emails).toMatchObject([{ kind: 'welcome' }])
    expect(JSON.stringify(data)).not.toContain('not exported')
  })

  test('names no field that an item does not have', () => {
    expect(Object.keys(exportedFieldsOf('library_emails', {}))).toEqual([])
  })

  test.each([
    ['2027-01-31T10:00:00Z', false],
    ['2027-02-02T10:00:00Z', true],
  ])('contains an email problem of %s only if the account had the address then', async (at, isContained) => {
    const problem = { email: 'ana@people.example', reason: 'complaint', detail: 'abuse', at }
    const account = await inMemory({ now }).account()
    const data = await collectAccountData(
      account,
      {
        ...noData,
        emailProblems: { find: async () => problem },
        findGivenUpAt: async () => '2027-02-01T10:00:00Z',
      },
      now,
    )
    expect(data.email_problem !== null).toBe(isContained)
  })

  test('ends with an API error if there is more than can be read within 20 seconds', async () => {
    const account = await inMemory({ now }).account()
    vi.useFakeTimers()
    const listPartition = () => new Promise<never[]>((resolve) => setTimeout(resolve, 21_000, []))
    const collected = collectAccountData(account, { ...noData, listPartition }, now)
    await Promise.all([
      expect(collected).rejects.toMatchObject({ code: 'response_too_large' }),
      vi.advanceTimersByTimeAsync(20_000),
    ])
  })

  test('may take 19 seconds to read, and leaves no timer behind', async () => {
    const account = await inMemory({ now }).account()
    vi.useFakeTimers()
    const listPartition = () => new Promise<never[]>((resolve) => setTimeout(resolve, 19_000, []))
    const collected = collectAccountData(account, { ...noData, listPartition }, now)
    await vi.advanceTimersByTimeAsync(19_000)
    expect((await collected).tickets).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
