import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { postDynamoDb } from './client.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

/**
 * Starts a server that closes the connection of the first calls, like a server whose idle connection times out just as
 * it is used.
 */
const startClosingServer = async (times: number): Promise<{ url: string; calls: () => number }> => {
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

describe('DynamoDB client', () => {
  test('retries over a new connection if the old one was closed', async () => {
    const { url, calls } = await startClosingServer(2)
    expect(await postDynamoDb(url, 'DynamoDB_20120810.ListTables', '{}')).toEqual({ status: 200, body: '{}' })
    expect(calls()).toBe(3)
  })

  test('fails if the server keeps closing connections', async () => {
    const { url } = await startClosingServer(10)
    await expect(postDynamoDb(url, 'DynamoDB_20120810.ListTables', '{}')).rejects.toMatchObject({
      code: 'ECONNRESET',
    })
  })
})
