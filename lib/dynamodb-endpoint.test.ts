import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describe, expect, test } from 'vitest'
import { defaultEndpointResolver } from './dynamodb-endpoint.ts'

/** Returns the endpoint that the SDK finds by its rules. */
const endpointOfSdk = (parameters: { Region: string; Endpoint?: string }) =>
  new DynamoDBClient({ region: parameters.Region }).config.endpointProvider({
    ...parameters,
    UseDualStack: false,
    UseFIPS: false,
    AccountIdEndpointMode: 'preferred',
  })

describe('the endpoint of DynamoDB in a bundle', () => {
  test.each(['eu-west-2', 'eu-west-1', 'us-east-1', 'ap-southeast-2', 'us-gov-west-1', 'cn-north-1'])(
    'is the one of the SDK in %s',
    (Region) => {
      const endpoint = defaultEndpointResolver({ Region })
      expect(endpoint.url.hostname).toMatch(/^dynamodb\./)
      expect(endpoint).toEqual(endpointOfSdk({ Region }))
    },
  )

  test('is the one that the environment names, if it names one', () => {
    const parameters = { Region: 'eu-west-2', Endpoint: 'http://localhost:8000/' }
    const endpoint = defaultEndpointResolver(parameters)
    expect(endpoint.url.href).toBe('http://localhost:8000/')
    expect(endpoint).toEqual(endpointOfSdk(parameters))
  })
})
