import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClock } from '#local/kit/clock.ts'
import type { Identity } from '#local/emulator/protocol/identity.ts'
import type { DynamoDbLocal } from './dynamodb.ts'
import type { StreamRecord } from './stream.ts'
import { openTestDynamoDb } from './test-kit.ts'
import {
  accountId,
  clientOptions,
  createRole,
  region,
  startTestEndpoint,
  type TestEndpoint,
} from '../endpoint/test-kit.ts'

const TableName = 'main-table'
const tableArn = `arn:aws:dynamodb:${region}:${accountId}:table/${TableName}`
const keySchema = (pk: string, sk: string) => [
  { AttributeName: pk, KeyType: 'HASH' },
  { AttributeName: sk, KeyType: 'RANGE' },
]

let dynamodb: DynamoDbLocal
let cloud: TestEndpoint
let received: StreamRecord[] = []
let errors = 0
let duringDelivery = async () => {}
let givenUp: StreamRecord[] = []

beforeAll(async () => {
  const clock = createClock()
  dynamodb = await openTestDynamoDb({ clock, region, accountId })
  await dynamodb.createTable(TableName, {
    KeySchema: keySchema('pk', 'sk'),
    AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    GlobalSecondaryIndexes: [
      { IndexName: 'gsi1', KeySchema: keySchema('gsi1pk', 'gsi1sk'), Projection: { ProjectionType: 'ALL' } },
    ],
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
  })
  dynamodb.readStream(TableName, [
    {
      maximumAttempts: 3,
      onRecords: async (records) => {
        if (errors > 0) {
          errors -= 1
          throw new Error('Error requested by the test')
        }
        await duringDelivery()
        received.push(...records)
      },
      onGivenUp: async (records) => void givenUp.push(...records),
    },
  ])
  cloud = await startTestEndpoint(dynamodb, clock)
}, 90_000)

beforeEach(async () => {
  cloud.clock.reset()
  cloud.faults.clear()
  cloud.aws.clearCalls()
  await dynamodb.reset()
  received = []
  givenUp = []
  errors = 0
  duringDelivery = async () => {}
})

afterEach(() => {
  vi.useRealTimers()
})

afterAll(async () => {
  await cloud.aws.close()
  await dynamodb.close()
})

const clientOf = (identity: Identity) =>
  DynamoDBDocumentClient.from(new DynamoDBClient(clientOptions(cloud, identity)))
const asOperator = () => clientOf(cloud.aws.operator)
const item = (sk: string, more: object = {}) => ({ pk: 'user#1', sk, ...more })

describe('DynamoDB', () => {
  test('writes and reads an item if the role allows it', async () => {
    const client = clientOf(createRole(cloud.aws, ['dynamodb:PutItem', 'dynamodb:Get*'], tableArn))
    await client.send(new PutCommand({ TableName, Item: item('profile', { name: 'Ü', count: 3 }) }))
    const { Item } = await client.send(new GetCommand({ TableName, Key: item('profile') }))
    expect(Item).toEqual(item('profile', { name: 'Ü', count: 3 }))
    expect(await dynamodb.items(TableName, 'user#1', 'profile')).toEqual([Item])
  })

  test('rejects a call that the role does not allow, with DynamoDB’s message', async () => {
    const client = clientOf(createRole(cloud.aws, 'dynamodb:GetItem', tableArn))
    await expect(client.send(new PutCommand({ TableName, Item: item('profile') }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(
        `not authorized to perform: dynamodb:PutItem on resource: ${tableArn}`,
      ),
    })
    expect(cloud.aws.calls()).toMatchObject([
      { action: 'PutItem', resource: tableArn, allowed: false, status: 400 },
    ])
  })

  test('requires and records the action of each part of a transaction', async () => {
    const role = createRole(cloud.aws, ['dynamodb:PutItem', 'dynamodb:ConditionCheckItem'], tableArn)
    const check = {
      ConditionCheck: { TableName, Key: item('b'), ConditionExpression: 'attribute_not_exists(pk)' },
    }
    const put = { Put: { TableName, Item: item('a') } }
    const remove = { Delete: { TableName, Key: item('c') } }
    await clientOf(role).send(new TransactWriteCommand({ TransactItems: [put, check] }))
    const denied = clientOf(role).send(new TransactWriteCommand({ TransactItems: [put, remove] }))
    await expect(denied).rejects.toMatchObject({ name: 'AccessDeniedException' })
    expect(cloud.aws.calls().map(({ action, allowed }) => [action, allowed])).toEqual([
      ['PutItem', true],
      ['ConditionCheckItem', true],
      ['PutItem', true],
      ['DeleteItem', false],
    ])
  })

  test('reports which condition of a transaction failed', async () => {
    const put = { TableName, Item: item('a'), ConditionExpression: 'attribute_not_exists(pk)' }
    await asOperator().send(new PutCommand(put))
    await expect(
      asOperator().send(new TransactWriteCommand({ TransactItems: [{ Put: put }] })),
    ).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
    })
  })

  test('requires a permission for the index of a query, and the batch action for a batch', async () => {
    const client = clientOf(createRole(cloud.aws, ['dynamodb:Query', 'dynamodb:GetItem'], tableArn))
    const query = {
      TableName,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :p',
      ExpressionAttributeValues: { ':p': 'x' },
    }
    await expect(client.send(new QueryCommand(query))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    })
    const batch = new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [item('a')] } } })
    await expect(client.send(batch)).rejects.toMatchObject({ name: 'AccessDeniedException' })
    expect(cloud.aws.calls().map(({ action, resource }) => [action, resource])).toEqual([
      ['Query', `${tableArn}/index/gsi1`],
      ['BatchGetItem', tableArn],
    ])
  })

  test('rejects an empty sort key prefix in a query, as DynamoDB does', async () => {
    const query = {
      TableName,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': 'user#1', ':prefix': '' },
    }
    await expect(asOperator().send(new QueryCommand(query))).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('empty string value'),
    })
  })

  test('rejects a wrong secret, an unknown key, a wrong token and a wrong clock', async () => {
    const { operator } = cloud.aws
    const attempt = (identity: Identity) =>
      clientOf(identity).send(new GetCommand({ TableName, Key: item('a') }))
    await expect(attempt({ ...operator, secretAccessKey: 'guess' })).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    })
    await expect(attempt({ ...operator, accessKeyId: 'GUESS' })).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    })
    await expect(attempt({ ...operator, sessionToken: 'guess' })).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    })
    const client = asOperator()
    cloud.clock.set(new Date(Date.now() + 16 * 60_000))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3000 })
    await expect(client.send(new GetCommand({ TableName, Key: item('a') }))).rejects.toMatchObject({
      name: 'InvalidSignatureException',
    })
  })

  test('accepts a request that was signed just before the clock jumped', async () => {
    const client = asOperator()
    // Time stands still, so the request arrives within two seconds of the jump.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    cloud.clock.set(new Date(Date.now() + 16 * 60_000))
    const { Item } = await client.send(new GetCommand({ TableName, Key: item('a') }))
    expect(Item).toBeUndefined()
  })

  test('applies faults that fail calls or drop the responses of completed calls', async () => {
    cloud.faults.set([
      { service: 'dynamodb', action: 'PutItem', error: 'ProvisionedThroughputExceededException', times: 1 },
      { service: 'dynamodb', action: 'PutItem', dropResponse: true, times: 1 },
    ])
    const put = () => asOperator().send(new PutCommand({ TableName, Item: item('a') }))
    await expect(put()).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' })
    expect(await dynamodb.items(TableName, 'user#1')).toEqual([])
    await expect(put()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await dynamodb.items(TableName, 'user#1')).toEqual([item('a')])
    await put()
  })

  test('delivers stream records in order, even after failures and a reset', async () => {
    errors = 2
    const client = asOperator()
    for (const count of [1, 2, 3])
      await client.send(new PutCommand({ TableName, Item: item('counter', { count }) }))
    await dynamodb.waitForStreams()
    expect(received.map(({ eventName, dynamodb: { NewImage } }) => [eventName, NewImage?.['count']])).toEqual(
      [
        ['INSERT', { N: '1' }],
        ['MODIFY', { N: '2' }],
        ['MODIFY', { N: '3' }],
      ],
    )
    expect(received[0]?.eventSourceARN).toMatch(`${tableArn}/stream/`)
    await dynamodb.reset()
    await client.send(new PutCommand({ TableName, Item: item('later') }))
    await dynamodb.waitForStreams()
    expect(received.slice(3).map(({ dynamodb: { Keys } }) => Keys['sk'])).toEqual([{ S: 'later' }])
  })

  test('fills a table on reset with items that no consumer gets', async () => {
    const restored = { pk: { S: 'user#1' }, sk: { S: 'restored' } }
    await dynamodb.reset(new Map([[TableName, [restored]]]))
    const client = asOperator()
    await client.send(new PutCommand({ TableName, Item: item('later') }))
    await dynamodb.waitForStreams()
    expect(received.map(({ dynamodb: { Keys } }) => Keys['sk'])).toEqual([{ S: 'later' }])
    expect(await dynamodb.items(TableName, 'user#1', 'restored')).toHaveLength(1)
  })

  test('waits on reset for the calls of a running consumer', async () => {
    const client = asOperator()
    let reset: Promise<void> | undefined
    duringDelivery = async () => {
      reset ??= dynamodb.reset()
      await client.send(new PutCommand({ TableName, Item: item('by-consumer') }))
    }
    await client.send(new PutCommand({ TableName, Item: item('a') }))
    await expect.poll(() => received.length).toBe(1)
    await reset
    expect(await dynamodb.items(TableName, 'user#1')).toEqual([])
  })

  test('gives up records after the last failed attempt', async () => {
    errors = 3
    await asOperator().send(new PutCommand({ TableName, Item: item('a') }))
    await dynamodb.waitForStreams()
    expect(givenUp).toHaveLength(1)
    expect(received).toEqual([])
  })

  test('sweeps items that expired by the movable clock, and marks their stream records', async () => {
    const ttl = Math.floor(Date.now() / 1000) + 3600
    await asOperator().send(new PutCommand({ TableName, Item: item('short', { ttl }) }))
    await asOperator().send(new PutCommand({ TableName, Item: item('long') }))
    expect(await dynamodb.sweep(cloud.clock.now)).toBe(0)
    cloud.clock.set(new Date((ttl + 1) * 1000))
    expect(await dynamodb.sweep(cloud.clock.now)).toBe(1)
    expect(await dynamodb.items(TableName, 'user#1')).toEqual([item('long')])
    await dynamodb.waitForStreams()
    expect(received.at(-1)).toMatchObject({
      eventName: 'REMOVE',
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    })
  })

  test('keeps an item that a sweep has found when the clock has moved back in the meantime', async () => {
    const ttl = Math.floor(Date.now() / 1000) + 3600
    await asOperator().send(new PutCommand({ TableName, Item: item('short', { ttl }) }))
    const times = [new Date((ttl + 1) * 1000)]
    expect(await dynamodb.sweep(() => times.shift() ?? cloud.clock.now())).toBe(0)
    expect(await dynamodb.items(TableName, 'user#1')).toEqual([item('short', { ttl })])
  })
})
