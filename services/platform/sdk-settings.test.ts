import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import { expect, test } from 'vitest'
import { sdkSettings } from './sdk-settings.ts'

type Settings = Partial<typeof sdkSettings>
const region = 'eu-west-2'

const clients: readonly [string, (settings: Settings) => object][] = [
  ['Cognito', (settings) => new CognitoIdentityProviderClient({ region, ...settings }).config],
  ['DynamoDB', (settings) => new DynamoDBClient({ region, ...settings }).config],
  ['S3', (settings) => new S3Client({ region, ...settings }).config],
  ['SES', (settings) => new SESv2Client({ region, ...settings }).config],
]

/** Returns the settings as the SDK has completed them. */
const valuesIn = async (config: object) => {
  const values = new Map<string, unknown>(Object.entries(config))
  const value = async (name: string) => {
    const found = values.get(name)
    return typeof found === 'function' ? await found() : found
  }
  const names = Object.keys(sdkSettings)
  // An empty name of the app is no name.
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await value(name)) || null])))
}

test.each(clients)('the settings of the client of %s are the defaults of the SDK', async (_, configOf) => {
  const ours = await valuesIn(configOf(sdkSettings))
  expect(ours).toEqual(await valuesIn(configOf({})))
  expect(ours).toMatchObject({ defaultsMode: 'legacy', retryMode: 'standard' })
})
