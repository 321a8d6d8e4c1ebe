import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { postDynamoDb } from './dynamodb-client.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

/** A server that hangs up on the first calls, as one whose idle connection is used just as it is closed. */
const hangingUp = async (times: number): Promise<{ url: string; calls: () => number }> => {
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    if (calls <= times) request.socket.destroy()
    else response.end('{}')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls }
}

test('a call whose connection turns out to be closed goes over a new one', async () => {
  const { url, calls } = await hangingUp(2)
  expect(await postDynamoDb(url, 'DynamoDB_20120810.ListTables', '{}')).toEqual({ status: 200, body: '{}' })
  expect(calls()).toBe(3)
})

test('a server that keeps hanging up is told of', async () => {
  const { url } = await hangingUp(10)
  await expect(postDynamoDb(url, 'DynamoDB_20120810.ListTables', '{}')).rejects.toThrow('fetch failed')
})
