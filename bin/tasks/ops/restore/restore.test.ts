import { setTimeout as sleep } from 'node:timers/promises'
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTagsOfResourceCommand,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readStage } from '#lib/stages.ts'
import type { DynamoDbLocal } from '#local/emulator/dynamodb/dynamodb.ts'
import { openTestDynamoDb } from '#local/emulator/dynamodb/test-kit.ts'
import { clientOptions, startTestEndpoint, type TestEndpoint } from '#local/emulator/endpoint/test-kit.ts'
import { createClock } from '#local/kit/clock.ts'
import { keys } from '#platform/table/keys.ts'
import { Table } from '#platform/table/table.ts'
import { finishSwitch, restore, type RestoreRequest } from '../restore.ts'
import {
  comparedName,
  restoredName,
  switchByDeployment,
  switchInPlace,
  type Switch,
} from '../switch-table.ts'

const live = 'advice-dev-data-Table'
const stage = readStage('dev')
const lambda = mockClient(LambdaClient)

let dynamodb: DynamoDbLocal
let cloud: TestEndpoint
let client: DynamoDBClient
beforeAll(async () => {
  const clock = createClock()
  const key = (pk: string, sk: string) => [
    { AttributeName: pk, KeyType: 'HASH' },
    { AttributeName: sk, KeyType: 'RANGE' },
  ]
  dynamodb = await openTestDynamoDb({ clock, region: 'eu-west-2', accountId: '111122223333' })
  await dynamodb.createTable(live, {
    KeySchema: key('pk', 'sk'),
    AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    GlobalSecondaryIndexes: [
      { IndexName: 'gsi1', KeySchema: key('gsi1pk', 'gsi1sk'), Projection: { ProjectionType: 'ALL' } },
    ],
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  })
  // Reading the stream records the times of changes, as in the local cloud.
  dynamodb.readStream(live, [{ maximumAttempts: 1, onRecords: async () => {}, onGivenUp: async () => {} }])
  cloud = await startTestEndpoint(dynamodb, clock)
  client = new DynamoDBClient(clientOptions(cloud, cloud.aws.operator))
}, 90_000)
afterAll(async () => {
  // Files share one process, and the mock replaces methods of the SDK's class.
  lambda.restore()
  await cloud.aws.close()
  await dynamodb.close()
})

const tableOf = (name: string) => new Table(DynamoDBDocumentClient.from(client), name)
const anything = z.record(z.string(), z.unknown())
const profileOf = (userId: string) => ({
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
})
const email = (status: string, more: object = {}) => ({ entity: 'email', cause: 'x', status, ...more })

/** Separates changes by more than the delay of the stream, and lets the reader see the earlier ones. */
const pause = async () => {
  await sleep(300)
  await dynamodb.waitForStreams()
}

/** Fills the table, returns the time of an accident, and makes the changes that follow it. */
const accident = async (name: string): Promise<Date> => {
  const table = tableOf(live)
  const [kept, deleted] = [`${name}-kept`, `${name}-deleted`]
  for (const userId of [kept, deleted]) {
    await table.put(keys.profile(userId), profileOf(userId))
    const email = `${userId}@home.example`
    const address = { entity: 'address', email, user_id: userId, confirmed_at: '2026-03-01T10:00:00.000Z' }
    await table.put(keys.address(email), address)
  }
  await table.put(keys.passkey(kept, 'phone'), { entity: 'passkey', name: 'Phone' })
  await table.put(keys.libraryEmails(kept), { entity: 'library_emails', user_id: kept })
  await table.put(keys.outboxEmail(`${name}-welcome`), email('waiting'))
  await table.put(keys.outboxEmail(`${name}-receipt`), email('waiting', { forget_when_sent: true }))
  await table.put(keys.emailProblem(`${name}@bounces.example`), { entity: 'email_problem' })
  await pause()
  const time = new Date()
  await pause()
  // The accident.
  await table.delete(keys.profile(kept))
  // Changes after the time to which the table is restored.
  await table.put(keys.outboxEmail(`${name}-welcome`), email('sent'))
  await table.delete(keys.outboxEmail(`${name}-receipt`))
  await table.put(keys.outboxEmail(`${name}-later`), email('waiting'))
  await table.delete(keys.emailProblem(`${name}@bounces.example`))
  await table.put(keys.emailProblem(`${name}@spam.example`), { entity: 'email_problem' })
  await table.delete(keys.passkey(kept, 'phone'))
  await table.delete(keys.libraryEmails(kept))
  await table.put(keys.profile(deleted), {
    entity: 'tombstone',
    user_id: deleted,
    deleted_at: time.toISOString(),
  })
  await table.delete(keys.address(`${deleted}@home.example`))
  await table.put(keys.audit({ kind: 'library' }, time.toISOString(), name), { entity: 'audit' })
  return time
}

const runWith = async (request: Pick<RestoreRequest, 'to' | 'switchTo'>, answer: string): Promise<string> => {
  const lines: string[] = []
  await restore({
    ...request,
    client,
    live,
    restored: restoredName('dev', request.to),
    stage: 'dev',
    ask: async () => answer,
    print: (line) => void lines.push(line),
    waitMs: 10,
  })
  return lines.join('\n')
}

const never: Switch = async () => {
  throw new Error('The table must not be switched')
}

/** Checks a table after the restore: the accident is undone, and what must survive has survived. */
const expectRestored = async (table: Table, name: string): Promise<void> => {
  expect(await table.find(keys.profile(`${name}-kept`), anything)).toMatchObject({ entity: 'profile' })
  expect(await table.find(keys.profile(`${name}-deleted`), anything)).toMatchObject({ entity: 'tombstone' })
  expect(await table.find(keys.address(`${name}-deleted@home.example`), anything)).toBeUndefined()
  expect(await table.find(keys.deletion(`${name}-deleted`), anything)).toMatchObject({ stage: 'tombstoned' })
  expect(await table.find(keys.outboxEmail(`${name}-welcome`), anything)).toMatchObject({ status: 'sent' })
  for (const cause of ['receipt', 'later'])
    expect(await table.find(keys.outboxEmail(`${name}-${cause}`), anything)).toBeUndefined()
  expect(await table.find(keys.emailProblem(`${name}@bounces.example`), anything)).toBeUndefined()
  expect(await table.find(keys.emailProblem(`${name}@spam.example`), anything)).toBeDefined()
  expect(await table.find(keys.libraryEmails(`${name}-kept`), anything)).toBeUndefined()
  expect(await table.list('audit#library', '')).toHaveLength(1)
}

describe('the name of a comparison table', () => {
  test('differs for each comparison and stays within the limit of DynamoDB', () => {
    const restored = restoredName('dev', new Date('2026-03-01T09:30:00Z'))
    const name = comparedName(restored, new Date('2026-03-01T10:00:00Z'))
    expect(name).toBe('advice-dev-restored-20260301T093000Z-compared-20260301T100000Z')
    expect(comparedName(restored, new Date('2026-03-01T11:00:00Z'))).not.toBe(name)
    expect(name).toMatch(/^[\w.-]{3,255}$/)
  })
})

test('the tables of two times in one second have different names', () => {
  const name = (time: string) => restoredName('dev', new Date(time))
  expect(name('2026-03-01T09:30:00.100Z')).not.toBe(name('2026-03-01T09:30:00.900Z'))
})

describe('ops restore', () => {
  test('restores beside the live table and compares, and switches only after the confirmation', async () => {
    await dynamodb.reset()
    const to = await accident('compared')
    const printed = await runWith({ to, switchTo: never }, 'no')
    expect(printed).toMatch(/^profile +0 +2 +0 +1 +0$/m)
    expect(printed).toMatch(/^tombstone +1 +0 +0 +0 +1$/m)
    expect(printed).toMatch(/^email +2 +2 +1 +1 +1$/m)
    expect(printed).toContain('Check: 1 of type passkey were removed since and would be restored.')
    const passkey = keys.passkey('compared-kept', 'phone')
    expect(printed.split('\n')).toContain(`  ${passkey.pk} ${passkey.sk}`)
    expect(printed).toContain('Not switched.')
    expect(printed).not.toContain('@')
    expect(await tableOf(live).find(keys.profile('compared-kept'), anything)).toBeUndefined()
  })

  test('writes the restored content into the table of the local cloud', async () => {
    await dynamodb.reset()
    const to = await accident('local')
    expect(await runWith({ to, switchTo: switchInPlace }, 'dev')).toContain('Confirmed')
    await expectRestored(tableOf(live), 'local')
  })

  test('deploys a stage with the restored table, proves its use and copies what was created since', async () => {
    await dynamodb.reset()
    const to = await accident('cloud')
    const restored = restoredName('dev', to)
    const settings: object[] = []
    lambda
      .on(GetFunctionConfigurationCommand)
      .resolves({ Environment: { Variables: { TABLE_NAME: restored, USER_POOL_ID: 'pool' } } })
    let duringDeployment = Promise.resolve()
    const deployment = {
      updateSettings: (_: string, changes: object) => void settings.push(changes),
      deploy: () => {
        duringDeployment = tableOf(live).put(keys.ticket('cloud-kept', '2026', 'late'), { entity: 'ticket' })
      },
    }
    lambda.on(GetFunctionConfigurationCommand).callsFake(async () => {
      await duringDeployment
      return { Environment: { Variables: { TABLE_NAME: restored, USER_POOL_ID: 'pool' } } }
    })
    const printed = await runWith({ to, switchTo: switchByDeployment(stage, 'dev', deployment, 10) }, 'dev')
    const streamArn: unknown = expect.stringContaining('stream')
    const unfinishedSwitch = { from: live, since: expect.stringMatching(/Z$/) as unknown }
    expect(settings).toEqual([
      { restoredTable: { name: restored, streamArn, unfinishedSwitch } },
      { restoredTable: { name: restored, streamArn } },
    ])
    expect(printed).toContain(`Confirmed: the functions use ${restored}.`)
    expect(printed).toContain('1 items were created')
    await expectRestored(tableOf(restored), 'cloud')
    expect(await tableOf(restored).find(keys.ticket('cloud-kept', '2026', 'late'), anything)).toBeDefined()
    const { Table: described } = await client.send(new DescribeTableCommand({ TableName: restored }))
    expect(described?.StreamSpecification).toEqual({
      StreamEnabled: true,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    })
    const { Tags } = await client.send(new ListTagsOfResourceCommand({ ResourceArn: described?.TableArn }))
    expect(Object.fromEntries((Tags ?? []).map(({ Key, Value }) => [Key, Value]))).toEqual({
      service: 'advice',
      stage: 'dev',
    })
    const { TimeToLiveDescription: expiry } = await client.send(
      new DescribeTimeToLiveCommand({ TableName: restored }),
    )
    expect(expiry).toMatchObject({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires_at_epoch_seconds' })
  })

  test('finishes a switch whose deployment failed, with what was created in the former table since', async () => {
    await dynamodb.reset()
    const to = await accident('repeated')
    await pause()
    const restored = restoredName('dev', to)
    lambda
      .on(GetFunctionConfigurationCommand)
      .resolves({ Environment: { Variables: { TABLE_NAME: restored, USER_POOL_ID: 'pool' } } })
    const stored: { restoredTable?: { unfinishedSwitch?: { from: string; since: string } } } = {}
    let deployments = 0
    const deployment = {
      updateSettings: (_: string, changes: object) => void Object.assign(stored, changes),
      deploy: (_: string, __: readonly string[], afterFailure: string) => {
        deployments += 1
        if (deployments === 1) throw new Error(`The deployment failed. ${afterFailure}`)
      },
    }
    const switchTo = switchByDeployment(stage, 'dev', deployment, 10)
    await expect(runWith({ to, switchTo }, 'dev')).rejects.toThrow('repeat this command')
    await tableOf(live).put(keys.ticket('repeated-kept', '2026', 'late'), { entity: 'ticket' })

    const lines: string[] = []
    const repeat = () =>
      finishSwitch({
        client,
        restored,
        switchTo,
        unfinished: stored.restoredTable?.unfinishedSwitch,
        print: (line) => void lines.push(line),
        waitMs: 10,
      })
    await repeat()
    expect(lines.join('\n')).toContain(`1 items were created in ${live} and copied`)
    await expectRestored(tableOf(restored), 'repeated')
    expect(await tableOf(restored).find(keys.ticket('repeated-kept', '2026', 'late'), anything)).toBeDefined()
    // Once the switch is complete, a repeat restores nothing that was deleted afterwards.
    await repeat()
    expect([deployments, lines.at(-1)]).toEqual([2, `The stage uses ${restored}. Nothing is left to do.`])
  })

  test('fails if the functions still use the former table', async () => {
    lambda
      .on(GetFunctionConfigurationCommand)
      .resolves({ Environment: { Variables: { TABLE_NAME: live, USER_POOL_ID: 'pool' } } })
    const deployment = { updateSettings: () => undefined, deploy: () => undefined }
    await expect(
      runWith({ to: new Date(), switchTo: switchByDeployment(stage, 'dev', deployment, 10) }, 'dev'),
    ).rejects.toThrow('Not confirmed')
  })

  test('rejects a time before the first backup or in the future', async () => {
    for (const to of [new Date(0), new Date(Date.now() + 60_000)])
      await expect(runWith({ to, switchTo: never }, 'dev')).rejects.toThrow('can be restored to a time from')
  })
})
