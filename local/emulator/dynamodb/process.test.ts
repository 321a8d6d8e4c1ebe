import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '#local/kit/free-port.ts'
import { startDynamoDbProcess } from './process.ts'
import { createCall } from './client.ts'

test('starts on another port if a program that does not respond has taken the first one', async () => {
  const other = createServer()
  const taken = await freePort()
  await new Promise<void>((resolve) => other.listen(taken, '127.0.0.1', resolve))
  const ports = [taken, await freePort()]
  const dynamodb = await startDynamoDbProcess(() => Promise.resolve(ports.shift() ?? 0))
  try {
    expect(dynamodb.url).not.toContain(String(taken))
    expect(await createCall(dynamodb.url)('DynamoDB_20120810.ListTables', {})).toEqual({ TableNames: [] })
  } finally {
    await dynamodb.stop()
    other.close()
  }
}, 90_000)
