import { createCall } from './client.ts'
import { type DynamoDbLocal, startDynamoDb } from './dynamodb.ts'
import { type DynamoDbProcess, startDynamoDbProcess } from './process.ts'
import type { StreamRecord } from './stream.ts'

declare global {
  /** Survives the reset of modules before each test file. */
  var dynamoDbOfTests: Promise<DynamoDbProcess> | undefined
}

const deleteTables = async (url: string): Promise<void> => {
  const call = createCall(url)
  const { TableNames } = await call<{ TableNames: string[] }>('DynamoDB_20120810.ListTables', {})
  for (const TableName of TableNames) await call('DynamoDB_20120810.DeleteTable', { TableName })
}

/**
 * Opens a DynamoDB without tables. All test files of this process run one after the other and share one Java process,
 * which takes a second of processor time to start and ends with this process.
 */
export const openTestDynamoDb = async (
  options: Parameters<typeof startDynamoDb>[0],
): Promise<DynamoDbLocal> => {
  globalThis.dynamoDbOfTests ??= startDynamoDbProcess()
  const { url } = await globalThis.dynamoDbOfTests
  await deleteTables(url)
  return startDynamoDb(options, Promise.resolve({ url, stop: () => deleteTables(url) }))
}

/** A record of a new item. */
export const aStreamRecord = (number: number, entity = 'email'): StreamRecord => ({
  eventID: String(number),
  eventName: 'INSERT',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'eu-west-2',
  eventSourceARN: 'arn:stream',
  dynamodb: {
    ApproximateCreationDateTime: 0,
    Keys: {},
    NewImage: { entity: { S: entity } },
    SequenceNumber: String(number),
    SizeBytes: 1,
    StreamViewType: 'NEW_AND_OLD_IMAGES',
  },
})
