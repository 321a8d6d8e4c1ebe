import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { functions } from '#lib/functions.ts'
import { readStage } from '#lib/stages.ts'
import { variablesFor } from '#platform/env.ts'
import { deployedResources, localResources } from './find-stage.ts'

const lambda = mockClient(LambdaClient)
const stage = readStage('dev')
afterEach(() => lambda.reset())
// Files share one process, and the mock replaces methods of the SDK's class.
afterAll(() => lambda.restore())

describe('the table and the user pool of a stage', () => {
  test('are those that its functions use, not others with a similar name', async () => {
    lambda
      .on(GetFunctionConfigurationCommand, { FunctionName: 'advice-dev-get-access' })
      .resolves({ Environment: { Variables: { TABLE_NAME: 'table-in-use', USER_POOL_ID: 'pool-in-use' } } })
    expect(await deployedResources(stage)).toEqual({ tableName: 'table-in-use', userPoolId: 'pool-in-use' })
  })

  test('are in the variables of the function that names them', () => {
    const [definition] = functions.filter(({ name }) => name === 'get-access')
    expect(variablesFor(definition?.permissions ?? {})).toEqual(
      expect.arrayContaining(['TABLE_NAME', 'USER_POOL_ID']),
    )
  })

  test('are not guessed if the stage is not deployed', async () => {
    const error = new ResourceNotFoundException({ message: 'Function not found', $metadata: {} })
    lambda.on(GetFunctionConfigurationCommand).rejects(error)
    await expect(deployedResources(stage)).rejects.toThrow(
      /no function advice-dev-get-access in eu-west-2: deploy/,
    )
    lambda.on(GetFunctionConfigurationCommand).resolves({})
    await expect(deployedResources(stage)).rejects.toThrow('names no table and user pool')
  })
})

describe('the local cloud', () => {
  test.each([
    [200, '<html></html>', 'The program at SITE is not the local cloud'],
    [503, 'Service Unavailable', 'The program at SITE is not the local cloud'],
    [503, '{"ready":false}', 'The local cloud at SITE is still starting'],
  ])('is not used if its port responds with %i %s', async (status, body, message) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body))
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    )
    await expect(localResources({ PORT: String(port) })).rejects.toThrow(
      message.replace('SITE', `http://localhost:${port}`),
    )
    server.close()
  })

  test('is at port 3000 if PORT is empty', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    await expect(localResources({ PORT: '' })).rejects.toThrow('http://localhost:3000')
    await expect(localResources({ PORT: 'x' })).rejects.toThrow('PORT must be a number')
  })
})
