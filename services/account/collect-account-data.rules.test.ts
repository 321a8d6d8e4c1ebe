import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { collectAccountData } from './collect-account-data.ts'
import { exportedFieldsOf } from './partition.ts'

const now = new Date('2027-03-01T10:00:00Z')

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
        listPartition: async () => items,
        findStripeData: async () => ({ customers: [], subscriptions: [], invoices: [], charges: [] }),
        emails: {
          listFor: async () => [{ cause: 'welcome:sub_1', status: 'sent', created_at: now.toISOString() }],
        },
        emailProblems: { find: async () => undefined },
        messages: { listFrom: async () => [] },
        findGivenUpAt: async () => undefined,
        userPool: { describe: async () => ({}) },
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
        listPartition: async () => [],
        findStripeData: async () => ({ customers: [], subscriptions: [], invoices: [], charges: [] }),
        emails: { listFor: async () => [] },
        emailProblems: { find: async () => problem },
        messages: { listFrom: async () => [] },
        findGivenUpAt: async () => '2027-02-01T10:00:00Z',
        userPool: { describe: async () => ({}) },
      },
      now,
    )
    expect(data.email_problem !== null).toBe(isContained)
  })
})
