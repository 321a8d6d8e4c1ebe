import { describe, expect, test } from 'vitest'
import type { StreamRecord } from '../dynamodb/stream.ts'
import { aStreamRecord } from '../dynamodb/test-kit.ts'
import { createClock } from '#local/kit/clock.ts'
import type { Outcome } from '../lambda/instance.ts'
import { matchesPattern } from './filter.ts'
import { createDeadLetterQueue } from './dead-letter-queue.ts'
import { streamConsumer } from './stream-source.ts'

const consumer = (respond: (numbers: string[]) => Outcome) => {
  const deadLetters = createDeadLetterQueue()
  const seen: string[][] = []
  const functions = {
    invoke: async (_: string, event: unknown) => {
      const numbers = (event as { Records: StreamRecord[] }).Records.map(({ eventID }) => eventID)
      seen.push(numbers)
      return respond(numbers)
    },
    nameOf: () => 'deliver',
    names: () => [],
    update: () => undefined,
    recycle: () => undefined,
    stop: async () => undefined,
  }
  const source = {
    functionArn: 'arn:fn',
    streamArn: 'arn:stream',
    tableName: 'table',
    batchSize: 10,
    maximumAttempts: 2,
    bisects: true,
    patterns: [{ dynamodb: { NewImage: { entity: { S: ['email'] } } } }],
    failures: { bucket: 'failed', bucketArn: 'arn:bucket', queueArn: 'arn:queue' },
  }
  const stored = new Map<string, string>()
  const files = {
    put: async (bucket: string, key: string, body: unknown) => {
      stored.set(`${bucket}/${key}`, String(body))
      const object = { key, size: 1, etag: '', crc32: '', lastModified: new Date(0), file: '' }
      return { ...object, contentType: 'application/json', user: {} }
    },
  }
  return {
    deadLetters,
    seen,
    stored,
    consumer: streamConsumer({ source, functions, deadLetters, files, clock: createClock() }),
  }
}

describe('event source mapping', () => {
  test('passes on only the records that match the filter', async () => {
    const { consumer: stream, seen } = consumer(() => ({ ok: true, payload: null }))
    await stream.onRecords([aStreamRecord(1), aStreamRecord(2, 'profile'), aStreamRecord(3)])
    await stream.onRecords([aStreamRecord(4, 'profile')])
    expect(seen).toEqual([['1', '3']])
  })

  test('fails when the function fails, so that the batch is retried', async () => {
    const { consumer: stream } = consumer(() => ({
      ok: false,
      error: { errorType: 'E', errorMessage: 'no' },
    }))
    await expect(stream.onRecords([aStreamRecord(1)])).rejects.toThrow('no')
  })

  test('stores the record that keeps failing and reports where, as Lambda and EventBridge do', async () => {
    const failing = (numbers: string[]): Outcome =>
      numbers.includes('2')
        ? { ok: false, error: { errorType: 'E', errorMessage: 'poison' } }
        : { ok: true, payload: null }
    const { consumer: stream, deadLetters, stored } = consumer(failing)
    await stream.onGivenUp([aStreamRecord(1), aStreamRecord(2), aStreamRecord(3)], new Error('poison'))
    const [message, ...more] = deadLetters.list()
    expect(more).toEqual([])
    expect(message).toMatchObject({
      queueArn: 'arn:queue',
      functionName: 'deliver',
      body: { source: 'aws.s3', 'detail-type': 'Object Created', detail: { bucket: { name: 'failed' } } },
    })
    expect(JSON.stringify(message)).not.toContain('NewImage')
    const object: unknown = JSON.parse(stored.get(`failed/${message?.body.detail.object.key}`) ?? '{}')
    expect(object).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted', functionArn: 'arn:fn' },
      DDBStreamBatchInfo: { startSequenceNumber: '2', endSequenceNumber: '2', batchSize: 1 },
      payload: JSON.stringify({ Records: [aStreamRecord(2)] }),
    })
  })

  test.each([
    [{ a: ['x', 'y'] }, { a: 'y' }, true],
    [{ a: ['x'] }, { a: 'z' }, false],
    [{ a: { b: [{ prefix: 'p' }] } }, { a: { b: 'pq' } }, true],
    [{ a: [{ exists: false }] }, {}, true],
    [{ a: [{ 'anything-but': ['x'] }] }, { a: 'y' }, true],
  ])('matches the pattern %j against %j: %s', (pattern, value, expected) => {
    expect(matchesPattern(pattern, value)).toBe(expected)
  })

  test('rejects an unsupported rule', () => {
    expect(() => matchesPattern({ a: [{ cidr: 'x' }] }, { a: 'y' })).toThrow('cidr')
  })
})
