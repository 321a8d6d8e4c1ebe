import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { sdkSettings } from './sdk-settings.ts'

/** Returns the settings of a client, which the SDK completes. */
const settingsOf = async (settings: DynamoDBClientConfig) => {
  const { config } = new DynamoDBClient({ region: 'eu-west-2', ...settings })
  return {
    attempts: await config.maxAttempts(),
    mode: typeof config.retryMode === 'function' ? await config.retryMode() : config.retryMode,
    dualStack: await config.useDualstackEndpoint(),
    fips: await config.useFipsEndpoint(),
    schemes: await config.authSchemePreference(),
  }
}

test('the settings of the SDK clients are the defaults of the SDK', async () => {
  expect(await settingsOf(sdkSettings)).toEqual(await settingsOf({}))
})
