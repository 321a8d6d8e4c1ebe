import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DynamoDbLocal } from '#local/emulator/dynamodb/dynamodb.ts'
import { openTestDynamoDb } from '#local/emulator/dynamodb/test-kit.ts'
import { clientOptions, startTestEndpoint, type TestEndpoint } from '#local/emulator/endpoint/test-kit.ts'
import { createClock } from '#local/kit/clock.ts'
import { keys } from '#platform/table/keys.ts'
import { Table } from '#platform/table/table.ts'
import { carryOver } from './carry-over.ts'
import { differencesOf } from './compare.ts'
import { readContents } from './items.ts'
import { copyLateItems } from '../switch-table.ts'

const now = new Date('2026-03-01T12:00:00.000Z')

let dynamodb: DynamoDbLocal
let cloud: TestEndpoint
let client: DynamoDBClient
beforeAll(async () => {
  const clock = createClock()
  dynamodb = await openTestDynamoDb({ clock, region: 'eu-west-2', accountId: '111122223333' })
  for (const name of ['live', 'restored'])
    await dynamodb.createTable(name, {
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    })
  cloud = await startTestEndpoint(dynamodb, clock)
  client = new DynamoDBClient(clientOptions(cloud, cloud.aws.operator))
}, 90_000)
beforeEach(() => dynamodb.reset())
afterAll(async () => {
  await cloud.aws.close()
  await dynamodb.close()
})

const tableOf = (name: string) => new Table(DynamoDBDocumentClient.from(client), name)
const profileOf = (userId: string, changes: object = {}) => ({
  entity: 'profile',
  user_id: userId,
  email: `${userId}@home.example`,
  full_name: 'Avery Sample',
  company_name: 'Sample Lettings',
  street_address: '1 Sample Street',
  city: 'Sampleton',
  postcode: 'ZZ1 1ZZ',
  number_of_employees: 3,
  user_type: 'agent',
  created_at: '2026-03-01T10:00:00.000Z',
  ...changes,
})
const address = (email: string, userId: string) =>
  [
    keys.address(email),
    { entity: 'address', email, user_id: userId, confirmed_at: now.toISOString() },
  ] as const
const deletion = (userId: string, stage: 'started' | 'tombstoned', customers: readonly string[] = []) => ({
  entity: 'deletion',
  user_id: userId,
  email: `${userId}@home.example`,
  started_at: now.toISOString(),
  stage,
  customers,
  subscriptions: [],
  pseudonym: 'pseudonym',
})
const tombstone = (userId: string) => ({
  entity: 'tombstone',
  user_id: userId,
  deleted_at: now.toISOString(),
})

/** `ana` is in both tables; `lost` signed up after the time to which the table is restored. */
const start = async () => {
  const tables = { client, live: 'live', restored: 'restored' }
  const [live, restored] = [tableOf('live'), tableOf('restored')]
  for (const table of [live, restored]) await table.put(keys.profile('ana'), profileOf('ana'))
  await live.put(keys.profile('lost'), profileOf('lost'))
  const compare = async () =>
    differencesOf(await readContents(client, 'live'), await readContents(client, 'restored'))
  return {
    live,
    restored,
    carry: async () => carryOver(tables, await compare(), now),
    /** Copies what `change` adds to the live table after the comparison. */
    copyLate: async (change: () => Promise<void>) => {
      const before = await readContents(client, 'live')
      await change()
      return copyLateItems(tables, before)
    },
    /** Returns the entities of all restored items except profiles, with their keys. */
    left: async () =>
      [...(await readContents(client, 'restored')).values()]
        .filter(({ type }) => type !== 'profile')
        .map(({ type, pk }) => `${type} of ${pk}`)
        .toSorted(),
  }
}

describe('a restore', () => {
  test('keeps choices about the monthly email of the accounts that it brings back, and of no others', async () => {
    const { live, carry, left } = await start()
    for (const userId of ['ana', 'lost'])
      await live.put(keys.libraryEmails(userId), { entity: 'library_emails', user_id: userId })
    expect(await carry()).toMatchObject({ copied: 1 })
    expect(await left()).toEqual(['library_emails of user#ana'])
  })

  test('keeps the audit log and completed deletions of accounts that it does not bring back', async () => {
    const { live, carry, left } = await start()
    await live.put(keys.audit({ kind: 'user', id: 'lost' }, '2026', '1'), { entity: 'audit' })
    await live.put(keys.deletion('lost'), deletion('lost', 'tombstoned'))
    await live.put(keys.deletion('gone'), deletion('gone', 'started'))
    await carry()
    expect(await left()).toEqual(['audit of user#lost', 'deletion of deletion#lost'])
  })

  test.each([undefined, 'cus_started'])(
    'deletes accounts again with their customers: %s',
    async (customer) => {
      const { live, restored, carry } = await start()
      const profile = profileOf('ana', { stripe_customer_id: 'cus_1', former_stripe_customer_id: 'cus_0' })
      await restored.put(keys.profile('ana'), profile)
      await restored.put(...address('ana@home.example', 'ana'))
      await live.put(keys.profile('ana'), tombstone('ana'))
      if (customer !== undefined)
        await live.put(keys.deletion('ana'), deletion('ana', 'tombstoned', [customer]))
      expect(await carry()).toMatchObject({ deletedAgain: 1 })
      const [record] = await restored.list(keys.deletion('ana').pk, '')
      const customers = [...(customer === undefined ? [] : [customer]), 'cus_1', 'cus_0']
      expect(record).toMatchObject({ stage: 'tombstoned', customers })
      expect(await restored.list(keys.address('ana@home.example').pk, '')).toEqual([])
    },
  )

  test('deletes accounts again with customers that only their restored deletion names', async () => {
    const { live, restored, carry } = await start()
    await restored.put(keys.deletion('ana'), deletion('ana', 'started', ['cus_started']))
    await live.put(keys.profile('ana'), tombstone('ana'))
    expect(await carry()).toMatchObject({ deletedAgain: 1, removed: 0 })
    const [record] = await restored.list(keys.deletion('ana').pk, '')
    expect(record).toMatchObject({ stage: 'tombstoned', customers: ['cus_started'] })
  })

  test('can be repeated after it has deleted an account again', async () => {
    const { live, restored, carry } = await start()
    await live.put(keys.profile('ana'), tombstone('ana'))
    await carry()
    expect(await carry()).toMatchObject({ deletedAgain: 0 })
    expect(await restored.list(keys.deletion('ana').pk, '')).toMatchObject([{ stage: 'tombstoned' }])
  })

  test('brings back no deletion that was abandoned', async () => {
    const { restored, carry, left } = await start()
    await restored.put(keys.deletion('ana'), deletion('ana', 'started'))
    expect(await carry()).toMatchObject({ removed: 1 })
    expect(await left()).toEqual([])
  })
})

describe('items that are created during the deployment', () => {
  test('are copied for the accounts that are back, and for no others', async () => {
    const { live, copyLate, left } = await start()
    const late = await copyLate(async () => {
      for (const userId of ['ana', 'lost']) {
        await live.put(keys.ticket(userId, '2026', 'late'), { entity: 'ticket' })
        await live.put(keys.inboxItem(userId), { entity: 'inbox_item', user_id: userId })
        await live.put(keys.accountSearch('avery sample', userId), { entity: 'account_search' })
      }
      await live.put(...address('new@home.example', 'lost'))
      await live.put(keys.inboxItem('message'), { entity: 'inbox_item', user_id: null })
    })
    expect(late).toEqual({ copied: 4, leftOut: 4, changed: 0, deletedAgain: 0 })
    expect(await left()).toEqual([
      'account_search of account-search',
      'inbox_item of inbox#ana',
      'inbox_item of inbox#message',
      'ticket of user#ana',
    ])
  })

  test('are copied for a new account, unless another one has its address again', async () => {
    const { live, restored, copyLate, left } = await start()
    await restored.put(...address('taken@home.example', 'ana'))
    await copyLate(async () => {
      for (const [userId, email] of [
        ['new', 'new@home.example'],
        ['late', 'taken@home.example'],
      ] as const) {
        await live.put(keys.profile(userId), profileOf(userId, { email }))
        await live.put(...address(email, userId))
        await live.put(keys.ticket(userId, '2026', 'late'), { entity: 'ticket' })
      }
    })
    expect(await left()).toEqual([
      'address of address#new@home.example',
      'address of address#taken@home.example',
      'ticket of user#new',
    ])
    expect(await restored.list(keys.profile('late').pk, '')).toEqual([])
    expect(await restored.list(keys.address('taken@home.example').pk, '')).toMatchObject([{ user_id: 'ana' }])
  })

  test('leave out those of a changed address or name, which the restore undoes', async () => {
    const { live, restored, copyLate, left } = await start()
    await restored.put(...address('ana@home.example', 'ana'))
    const late = await copyLate(async () => {
      const until = now.toISOString()
      const former = { entity: 'former_address', email: 'ana@home.example', user_id: 'ana', until }
      await live.put(keys.formerAddress(former.email, until), former)
      await live.put(...address('new@home.example', 'ana'))
      for (const term of ['new@home.example', 'ana@home.example', 'riley sample', 'sample lettings'])
        await live.put(keys.accountSearch(term, 'ana'), { entity: 'account_search' })
    })
    expect(late).toMatchObject({ copied: 2, leftOut: 4 })
    expect(await left()).toEqual([
      'account_search of account-search',
      'account_search of account-search',
      'address of address#ana@home.example',
    ])
  })

  test('leave out a payment whose pass is not copied, so that it is applied again', async () => {
    const { live, restored, copyLate, left } = await start()
    await restored.put(keys.pass('ana', 'cs_1'), { entity: 'pass', user_id: 'ana' })
    const payment = { entity: 'pass_payment', user_id: 'ana', key_hash: null }
    const late = await copyLate(async () => {
      await live.put(keys.pass('ana', 'cs_1'), { entity: 'pass', user_id: 'ana', version: 2 })
      await live.put(keys.passPayment('cs_2'), { ...payment, pass: 'cs_1' })
      await live.put(keys.passPayment('cs_3'), { ...payment, pass: 'cs_3' })
      await live.put(keys.pass('ana', 'cs_3'), { entity: 'pass', user_id: 'ana' })
      await live.put(keys.passPayment('cs_4'), { ...payment, user_id: null, key_hash: 'hash', pass: 'cs_4' })
      await live.put(keys.guestPass('hash'), { entity: 'pass', user_id: null })
    })
    expect(late).toMatchObject({ copied: 4, leftOut: 1 })
    expect(await left()).toContain('pass_payment of session#cs_3')
    expect(await left()).toContain('pass_payment of session#cs_4')
    expect(await left()).not.toContain('pass_payment of session#cs_2')
  })

  test('delete accounts again that were deleted during it', async () => {
    const { live, restored, copyLate } = await start()
    expect(await copyLate(() => live.put(keys.profile('ana'), tombstone('ana')))).toMatchObject({
      deletedAgain: 1,
    })
    expect(await restored.list(keys.profile('ana').pk, '')).toMatchObject([{ entity: 'tombstone' }])
  })
})
