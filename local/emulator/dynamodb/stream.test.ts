import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from '#local/kit/clock.ts'
import type { CallDynamoDb } from './client.ts'
import { readStream, type StreamConsumer, type StreamReader, type StreamRecord } from './stream.ts'
import { aStreamRecord } from './test-kit.ts'

let reader: StreamReader | undefined
// Without timers, the reader reads only when it is woken. With them, it could poll in between on a busy machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(async () => {
  await reader?.stop()
  vi.useRealTimers()
})

/** A table whose stream has one shard. Returns the number of reads of the stream, and a function that adds a record. */
const aTable = () => {
  const unread: StreamRecord[] = []
  const requests: string[] = []
  const respond = (action: string): object => {
    switch (action) {
      case 'DescribeTable':
        return { Table: { LatestStreamArn: 'arn:stream' } }
      case 'DescribeStream':
        return { StreamDescription: { Shards: [{ ShardId: 'shard' }] } }
      case 'GetShardIterator':
        return { ShardIterator: 'first' }
      default:
        return { Records: unread.splice(0), NextShardIterator: 'next' }
    }
  }
  // Cast because each action has its own type of response.
  const call = (async (target: string) => {
    requests.push(target)
    return respond(target.split('.')[1] ?? '')
  }) as CallDynamoDb
  return {
    call,
    reads: () => requests.filter((target) => target.endsWith('.GetRecords')).length,
    add: (number: number) => {
      unread.push(aStreamRecord(number))
      reader?.readNow()
    },
  }
}

/** A consumer that keeps the ids of its records. It is busy until the promise resolves. */
const aConsumer = (busy?: Promise<void>) => {
  const received: string[] = []
  const consumer: StreamConsumer = {
    maximumAttempts: 1,
    onRecords: async (records) => {
      await busy
      received.push(...records.map(({ eventID }) => eventID))
    },
    onGivenUp: async () => undefined,
  }
  return { received, consumer }
}

const read = (call: CallDynamoDb, consumers: readonly StreamConsumer[]) => {
  const location = { region: 'eu-west-2', accountId: '111122223333', tableName: 'table' }
  reader = readStream({
    ...location,
    call,
    clock: createClock(),
    consumers,
    isSwept: () => false,
    onRead: () => undefined,
  })
  return reader
}

test('a stream is read once for all consumers, and a busy consumer does not delay the others', async () => {
  let finish = () => {}
  const busy = new Promise<void>((resolve) => {
    finish = resolve
  })
  const [slow, quick] = [aConsumer(busy), aConsumer()]
  const { call, reads, add } = aTable()
  const stream = read(call, [slow.consumer, quick.consumer])
  await stream.waitUntilIdle()
  const before = reads()
  add(1)
  await expect.poll(() => quick.received).toEqual(['1'])
  expect(reads() - before).toBe(1)
  add(2)
  await expect.poll(() => quick.received).toEqual(['1', '2'])
  expect(slow.received).toEqual([])
  let isIdle = false
  const idle = stream.waitUntilIdle().finally(() => {
    isIdle = true
  })
  // This read finds no records.
  await expect.poll(reads).toBe(before + 3)
  await setImmediate()
  expect(isIdle).toBe(false)
  finish()
  await idle
  expect(slow.received).toEqual(['1', '2'])
})
