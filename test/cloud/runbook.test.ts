import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  GetQueryResultsCommand,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { localResources } from '#bin/tasks/admin/find-stage.ts'
import { run as runAdmin } from '#bin/tasks/admin/run.ts'
import { find } from '#bin/tasks/ops/find.ts'
import { missingLogins } from '#bin/tasks/ops/missing-logins.ts'
import { redrive } from '#bin/tasks/ops/redrive.ts'
import { isSignatureAccepted } from '#bin/tasks/ops/signed-webhook.ts'
import { readStage } from '#lib/stages.ts'
import { signUp } from '#shared/contract/identity.ts'
import { call, callOk } from '../kit/call.ts'
import { control } from '../kit/control.ts'
import { withFaults } from '../kit/faults.ts'
import { inbox } from '../kit/inbox.ts'
import { aSignUp } from '../kit/people.ts'
import { poll } from '../kit/poll.ts'
import { runSchedule } from '../kit/schedule.ts'
import { site } from '../kit/site.ts'

/** The local cloud has no API for queues, logs and invocations. Its control interface stands in for them. */
const lambda = mockClient(LambdaClient)
const sqs = mockClient(SQSClient)
const logs = mockClient(CloudWatchLogsClient)
afterAll(() => [lambda, sqs, logs].forEach((client) => client.restore()))

const stage = readStage('dev')
const deadLetter = z.object({
  queueArn: z.string(),
  functionName: z.string(),
  body: z.looseObject({
    detail: z.looseObject({
      bucket: z.looseObject({ name: z.string() }),
      object: z.looseObject({ key: z.string() }),
    }),
  }),
})
const listDeadLetters = () => control('GET', 'dead-letters', z.array(deadLetter))

const anEvent = z.record(z.string(), z.unknown())

/** Connects the clients of the command to the local cloud. */
const connect = async () => {
  const removed = new Set<string>()
  const received = new Set<string>()
  lambda.on(InvokeCommand).callsFake(async ({ FunctionName, Payload }) => {
    const event =
      Payload === undefined ? undefined : anEvent.parse(JSON.parse(Buffer.from(Payload).toString()))
    const result = await runSchedule(String(FunctionName).replace('advice-dev-', ''), event)
    return { Payload: Buffer.from(JSON.stringify(result ?? null)) }
  })
  sqs.on(ListQueuesCommand).callsFake(({ QueueNamePrefix }) => ({ QueueUrls: [QueueNamePrefix] }))
  sqs.on(ReceiveMessageCommand).callsFake(async ({ QueueUrl }) => {
    const found = (await listDeadLetters()).filter(
      ({ queueArn, body }) =>
        queueArn.includes(String(QueueUrl).replace('advice-dev-operations-', '')) &&
        !received.has(body.detail.object.key),
    )
    for (const { body } of found) received.add(body.detail.object.key)
    return {
      Messages: found.map(({ body }) => ({
        Body: JSON.stringify(body),
        ReceiptHandle: body.detail.object.key,
      })),
    }
  })
  sqs.on(GetQueueAttributesCommand).resolves({})
  sqs.on(ChangeMessageVisibilityCommand).resolves({})
  sqs.on(DeleteMessageCommand).callsFake(({ ReceiptHandle }) => void removed.add(ReceiptHandle))
  const { settings } = await localResources({ ...process.env, PORT: new URL(site()).port })
  const clients = {
    lambda: new LambdaClient({}),
    sqs: new SQSClient({}),
    s3: new S3Client({ ...settings, forcePathStyle: true }),
  }
  return { removed, clients }
}

const queueEmail = async () => {
  const body = aSignUp()
  await callOk(signUp, { body })
  return body.email
}

/** Returns whether a dead letter of the stream is about an email to this address. Others can arrive before it. */
const isAbout = async (s3: S3Client, { body: { detail } }: z.infer<typeof deadLetter>, address: string) => {
  const location = { Bucket: detail.bucket.name, Key: detail.object.key }
  const { Body } = await s3.send(new GetObjectCommand(location))
  return (await Body?.transformToString())?.includes(address) ?? false
}

describe('ops redrive', () => {
  test('sends an email that the stream gave up on, from the whole record, while the next ones are sent', async () => {
    // The stream keeps its order: once this email has arrived, no email of an earlier test is waiting.
    await inbox.waitForCount(await queueEmail(), 1)
    const earlier = new Set((await listDeadLetters()).map(({ body }) => body.detail.object.key))
    const newLetters = async () =>
      (await listDeadLetters()).filter(({ body }) => !earlier.has(body.detail.object.key))
    const { clients, removed } = await connect()
    const undeliverable = await withFaults(
      [{ service: 'ses', action: 'SendEmail', error: 'MessageRejected' }],
      async () => {
        const address = await queueEmail()
        await poll('the dead letter', async () => {
          const letters = await newLetters()
          const found = await Promise.all(letters.map((letter) => isAbout(clients.s3, letter, address)))
          return found.includes(true) ? true : undefined
        })
        return address
      },
    )
    await inbox.waitForCount(await queueEmail(), 1)
    expect(await inbox.for(undeliverable)).toEqual([])

    // Other tests leave failed batches too, some of which fail again.
    const { text } = await redrive(stage, clients)
    expect(text).toMatch(/deliver-email: processed [1-9]\d* failed batches/)
    expect(await inbox.for(undeliverable)).toHaveLength(1)
    const newKeys = (await newLetters()).map(({ body }) => body.detail.object.key)
    expect([...removed]).toEqual(expect.arrayContaining(newKeys))
  })
})

describe('ops missing-logins', () => {
  test('counts the accounts and logins of the running cloud', async () => {
    await connect()
    expect(await missingLogins(stage, undefined)).toMatch(/\d+ (of \d+ )?accounts have (a|no) login/)
  })
})

describe('admin', () => {
  const env = { ...process.env, PORT: new URL(site()).port }

  test.each([
    ['list', [], 'avery@admin.example'],
    ['email-status', ['avery@admin.example'], 'Emails to avery@admin.example are sent'],
    ['allow-email', ['avery@admin.example'], 'are not stopped'],
    ['reset-second-factor', ['marcus@member.example'], 'marcus@member.example has no second factor'],
  ])('runs %s', async (verb, args, text) => {
    expect(await runAdmin([verb, ...args], env)).toContain(text)
  })
})

describe('ops find', () => {
  test('finds the line of a request by the id of its response', async () => {
    const { headers } = await call(signUp, { body: aSignUp({ postcode: '' }) })
    const id = headers.get('x-request-id') ?? 'none'
    const lines = await control(
      'GET',
      'logs?function=sign-up',
      z.array(z.object({ at: z.string(), text: z.string() })),
    )
    logs.on(DescribeLogGroupsCommand).resolves({ logGroups: [{ logGroupName: 'sign-up' }] })
    logs.on(StartQueryCommand).callsFake(({ queryString }) => ({
      queryId: /like "([^"]+)"/.exec(String(queryString))?.[1],
    }))
    logs.on(GetQueryResultsCommand).callsFake(({ queryId }) => ({
      status: 'Complete',
      results: lines
        .filter(({ text }) => text.includes(String(queryId)))
        .map(({ at, text }) => [
          { field: '@timestamp', value: at },
          { field: '@message', value: text },
        ]),
    }))
    expect(await find(stage, id, 24)).toContain('"operation":"sign-up"')
  })
})

describe('ops rotate', () => {
  test.each([
    ['stripe-webhook-secret', 'whsec_local_emulator'],
    ['chat-webhook-secret', 'chat_webhook_local_emulator'],
  ] as const)('proves that the webhook accepts the %s, and no other', async (name, secret) => {
    expect(await isSignatureAccepted(site(), name, secret)).toBe(true)
    expect(await isSignatureAccepted(site(), name, `${secret}-of-another`)).toBe(false)
  })
})
