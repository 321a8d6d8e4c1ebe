import { InvokeCommand, LambdaClient, TooManyRequestsException } from '@aws-sdk/client-lambda'
import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { functions } from '#lib/functions.ts'
import { readStage } from '#lib/stages.ts'
import { redrive } from './redrive.ts'
import { run } from './run.ts'

const stage = readStage('dev')
const lambda = mockClient(LambdaClient)
const identity = mockClient(STSClient)
identity.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
const sqs = mockClient(SQSClient)
const s3 = mockClient(S3Client)
afterEach(() => [lambda, sqs, s3].forEach((client) => client.reset()))
// Files share one process, and the mocks replace methods of the SDK's classes.
afterAll(() => [lambda, sqs, s3, identity].forEach((client) => client.restore()))

/** Response of a function. The SDK's type adds methods to the bytes, which the commands do not use. */
const outcomeOf = (result: object) => ({
  Payload: Uint8Array.from(Buffer.from(JSON.stringify(result))) as never,
})

describe('ops redrive', () => {
  const invoked = () =>
    lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => [
      input.FunctionName,
      // The command passes bytes, one of the forms that the SDK accepts.
      input.Payload === undefined ? undefined : new TextDecoder().decode(input.Payload as Uint8Array),
    ])

  const queue = 'https://queue.example/advice-dev-operations-indexlibraryfileDeadLetters'

  /**
   * A stage whose queue of `index-library-file` has a message about one object with records. Received messages are
   * hidden until they are made visible again. `hidden` is the number of other messages, which another run has received.
   */
  const withFailedRecords = (result: object, { hidden = 0 } = {}) => {
    lambda.on(InvokeCommand).resolves(outcomeOf(result))
    lambda
      .on(InvokeCommand, { FunctionName: 'advice-dev-send-waiting-emails' })
      .resolves(outcomeOf({ sent: 3, failed: 0, left: 0 }))
    sqs.on(ListQueuesCommand).callsFake(({ QueueNamePrefix }: { QueueNamePrefix: string }) => ({
      QueueUrls: [`https://queue.example/${QueueNamePrefix}`],
    }))
    const detail = { bucket: { name: 'failed' }, object: { key: 'aws/lambda/a' } }
    const message = { Body: JSON.stringify({ source: 'aws.s3', detail }), ReceiptHandle: 'receipt' }
    const state = { exists: true, isVisible: true }
    sqs.on(ReceiveMessageCommand).resolves({})
    sqs.on(ReceiveMessageCommand, { QueueUrl: queue }).callsFake(() => {
      const Messages = state.exists && state.isVisible ? [message] : []
      state.isVisible = false
      return { Messages }
    })
    sqs.on(DeleteMessageCommand).callsFake(() => void (state.exists = false))
    sqs.on(ChangeMessageVisibilityCommand).callsFake(() => void (state.isVisible = true))
    sqs.on(GetQueueAttributesCommand).resolves({})
    sqs.on(GetQueueAttributesCommand, { QueueUrl: queue }).callsFake(() => ({
      Attributes: {
        ApproximateNumberOfMessages: String(state.exists && state.isVisible ? 1 : 0),
        ApproximateNumberOfMessagesNotVisible: String((state.exists && !state.isVisible ? 1 : 0) + hidden),
      },
    }))
    const text = JSON.stringify({ payload: '{"Records":["a"]}' })
    s3.on(GetObjectCommand, { Bucket: 'failed', Key: 'aws/lambda/a' }).resolves({
      Body: { transformToString: async () => text } as never,
    })
  }
  const redriveNow = () => redrive(stage, undefined, 1)

  test('sends waiting emails, processes whole records again and removes them', async () => {
    withFailedRecords({ batchItemFailures: [] })
    const { text, isComplete } = await redriveNow()
    expect(text).toContain('Sent 3 emails')
    expect(text).toContain('index-library-file: processed 1 failed batches. The queue is empty.')
    expect(text).toContain('deliver-email: processed 0')
    expect(isComplete).toBe(true)
    expect(invoked()).toEqual([
      ['advice-dev-send-waiting-emails', undefined],
      ['advice-dev-index-library-file', '{"Records":["a"]}'],
    ])
    expect(s3.commandCalls(DeleteObjectCommand)).toHaveLength(1)
    expect(sqs.commandCalls(DeleteMessageCommand)).toHaveLength(1)
  })

  test('keeps records that fail again, says so, and tries them immediately when it is repeated', async () => {
    withFailedRecords({ batchItemFailures: [{ itemIdentifier: 'a' }] })
    for (let run = 1; run <= 2; run += 1) {
      const { text, isComplete } = await redriveNow()
      expect(text).toContain('processed 0 failed batches. 1 failed again and stay in the queue')
      expect(text).not.toContain('hidden')
      expect(isComplete).toBe(false)
      expect(invoked().filter(([name]) => name === 'advice-dev-index-library-file')).toHaveLength(run)
    }
    expect(s3.commandCalls(DeleteObjectCommand)).toEqual([])
    expect(sqs.commandCalls(DeleteMessageCommand)).toEqual([])
  })

  test('is not complete while another run hides batches', async () => {
    withFailedRecords({}, { hidden: 2 })
    const { text, isComplete } = await redriveNow()
    expect(text).toContain('processed 1 failed batches. 2 more are hidden by another run')
    expect(isComplete).toBe(false)
  })

  test('waits for a batch that appears again, and for counts that lag behind', async () => {
    withFailedRecords({})
    sqs
      .on(GetQueueAttributesCommand, { QueueUrl: queue })
      .resolvesOnce({ Attributes: { ApproximateNumberOfMessagesNotVisible: '1' } })
      .resolves({ Attributes: { ApproximateNumberOfMessages: '0' } })
    expect(await redriveNow()).toMatchObject({ isComplete: true })
  })

  test('keeps a message whose object does not exist, and reports the others', async () => {
    withFailedRecords({})
    s3.on(GetObjectCommand).rejects(new Error('The specified key does not exist.'))
    const { text, isComplete } = await redriveNow()
    expect(text).toContain('The specified key does not exist.')
    expect(isComplete).toBe(false)
    expect(sqs.commandCalls(DeleteMessageCommand)).toEqual([])
  })

  test('leaves no message without its object when it is interrupted between the two', async () => {
    withFailedRecords({})
    s3.on(DeleteObjectCommand).rejectsOnce(new Error('interrupted'))
    await redriveNow()
    expect(sqs.commandCalls(DeleteMessageCommand)).toHaveLength(1)
    expect(await redriveNow()).toMatchObject({ isComplete: true })
  })

  test('keeps the object of a message that it could not delete', async () => {
    withFailedRecords({})
    sqs.on(DeleteMessageCommand).rejects(new Error('interrupted'))
    const { text, isComplete } = await redriveNow()
    expect(text).toContain('interrupted')
    expect(isComplete).toBe(false)
    expect(s3.commandCalls(DeleteObjectCommand)).toEqual([])
  })

  test('waits while a scheduled run sends the waiting emails', async () => {
    withFailedRecords({})
    const print = vi.spyOn(console, 'log').mockReturnValue(undefined)
    const Reason = 'ReservedFunctionConcurrentInvocationLimitExceeded'
    lambda
      .on(InvokeCommand, { FunctionName: 'advice-dev-send-waiting-emails' })
      .rejectsOnce(new TooManyRequestsException({ message: 'Rate Exceeded.', Reason, $metadata: {} }))
      .resolves(outcomeOf({ sent: 3, failed: 0, left: 0 }))
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const [{ text, isComplete }] = await Promise.all([redriveNow(), vi.runAllTimersAsync()])
    vi.useRealTimers()
    expect(print).toHaveBeenCalledWith(expect.stringContaining('send-waiting-emails is busy'))
    print.mockRestore()
    expect(text).toContain('Sent 3 emails')
    expect(isComplete).toBe(true)
  })

  test('hides each batch for longer than its function and a wait for it take', async () => {
    withFailedRecords({})
    await redriveNow()
    const timeouts = functions.flatMap((one) => ('stream' in one.source ? one.timeoutSeconds : []))
    const calls = sqs.commandCalls(ReceiveMessageCommand)
    expect(calls.length).toBeGreaterThan(0)
    for (const { args } of calls) {
      const { MaxNumberOfMessages, VisibilityTimeout } = args[0].input
      expect(MaxNumberOfMessages).toBe(1)
      expect(VisibilityTimeout).toBeGreaterThan(Math.max(...timeouts) + 120)
    }
  })

  test.each([
    ['that SES rejects', { failed: 2, left: 0 }, 'SES rejected 2', false],
    ['whose links had expired', { failed: 0, left: 0, expired: 2 }, 'Gave up 2, because', true],
    ['that are left after one run', { failed: 0, left: 100 }, '100 more are waiting', false],
  ])('reports emails %s', async (_which, result, text, isComplete) => {
    withFailedRecords({})
    lambda
      .on(InvokeCommand, { FunctionName: 'advice-dev-send-waiting-emails' })
      .resolves(outcomeOf({ sent: 1, ...result }))
    expect(await redriveNow()).toMatchObject({ text: expect.stringContaining(text), isComplete })
  })

  test('is not complete if a queue is not found', async () => {
    withFailedRecords({})
    sqs.on(ListQueuesCommand).resolves({})
    expect(await redriveNow()).toMatchObject({ isComplete: false })
  })

  test('exits with an error after its report if something is left', async () => {
    withFailedRecords({ batchItemFailures: [{ itemIdentifier: 'a' }] })
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    await expect(run(['redrive', '--stage', 'dev'])).rejects.toThrow('Not everything')
    expect(printed).toHaveBeenCalledWith(expect.stringContaining('1 failed again'))
    printed.mockRestore()
  })

  test('processes the queues although the emails that wait cannot be sent', async () => {
    withFailedRecords({})
    lambda
      .on(InvokeCommand, { FunctionName: 'advice-dev-send-waiting-emails' })
      .resolves({ ...outcomeOf({ errorMessage: 'broken' }), FunctionError: 'Unhandled' })
    const { text, isComplete } = await redriveNow()
    expect(text).toMatch(/^Emails that are waiting: stopped: .*broken/)
    expect(text).toContain('index-library-file: processed 1 failed batches. The queue is empty.')
    expect(isComplete).toBe(false)
  })

  test('reports what it has processed when a queue cannot be read any more', async () => {
    withFailedRecords({})
    sqs.on(GetQueueAttributesCommand, { QueueUrl: queue }).rejects(new Error('The security token expired'))
    const { text, isComplete } = await redriveNow()
    expect(text).toContain('Sent 3 emails')
    expect(text).toContain(
      'index-library-file: processed 1 failed batches. Stopped: The security token expired.',
    )
    expect(text).toContain('deliver-email: processed 0 failed batches. The queue is empty.')
    expect(isComplete).toBe(false)
  })

  test('names the queue that could not be found for another reason, and goes on', async () => {
    withFailedRecords({})
    sqs
      .on(ListQueuesCommand)
      .rejectsOnce(new Error('Access denied'))
      .resolves({ QueueUrls: [queue] })
    const { text, isComplete } = await redriveNow()
    expect(text).toMatch(/^[a-z-]+: stopped: Access denied\.$/m)
    expect(text).toContain('The queue is empty.')
    expect(isComplete).toBe(false)
  })
})
