import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createClock } from '#local/kit/clock.ts'
import type { CallDynamoDb } from './client.ts'
import { readStream, type StreamConsumer, type StreamReader, type StreamRecord } from './stream.ts'

let reader: StreamReader | undefined
afterEach(() => reader?.stop())

const recordOf = (number: string): StreamRecord => ({
  eventID: number,
  eventName: 'INSERT',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'eu-west-2',
  eventSourceARN: 'arn:stream',
  dynamodb: {
    ApproximateCreationDateTime: 0,
    Keys: {},
    SequenceNumber: number,
    SizeBytes: 1,
    StreamViewType: 'NEW_AND_OLD_IMAGES',
  },
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
  const call = (async (target: string) => {
    requests.push(target)
    return respond(target.split('.')[1] ?? '')
    // The responses of each action have a type of their own.
  }) as CallDynamoDb
  return {
    call,
    reads: () => requests.filter((target) => target.endsWith('.GetRecords')).length,
    add: (number: string) => {
      unread.push(recordOf(number))
      reader?.readNow()
    },
  }
}

/** A consumer that notes what it gets, and is busy for as long as the promise. */
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

test('a stream is read once for all consumers, and a busy one holds up no other', async () => {
  let finish = () => {}
  const busy = new Promise<void>((resolve) => {
    finish = resolve
  })
  const [slow, quick] = [aConsumer(busy), aConsumer()]
  const { call, reads, add } = aTable()
  const stream = read(call, [slow.consumer, quick.consumer])
  await stream.waitUntilIdle()
  const before = reads()
  add('1')
  await expect.poll(() => quick.received).toEqual(['1'])
  expect(reads() - before).toBe(1)
  add('2')
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
