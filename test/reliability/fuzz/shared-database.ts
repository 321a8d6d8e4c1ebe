import { MemoryDynamoDb } from '#test/kit/in-memory/memory-dynamodb.ts'

/** The database of every handler in this process. */
export const database = new MemoryDynamoDb()
