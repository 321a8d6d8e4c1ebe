import { expect, test } from 'vitest'
import { environmentFor, openEmulator } from './emulator.ts'

test('a given emulator that does not respond ends the run with an error', async () => {
  await expect(openEmulator('http://localhost:1', 'eu-west-2')).rejects.toThrow(
    'Nothing responds at AWS_ENDPOINT_URL=http://localhost:1.',
  )
})

test('programs use the credentials of the emulator, not a profile of the operator', () => {
  const credentials = { accessKeyId: '000000000000', secretAccessKey: 'test' }
  const settings = { endpoint: 'http://localhost:4566', region: 'eu-west-2', credentials }
  // The SDK prefers AWS_PROFILE to access keys.
  const env = environmentFor(settings, { PATH: '/bin', AWS_PROFILE: 'prod', AWS_SESSION_TOKEN: 'of prod' })
  expect(JSON.parse(JSON.stringify(env))).toEqual({
    PATH: '/bin',
    AWS_ENDPOINT_URL: 'http://localhost:4566',
    AWS_REGION: 'eu-west-2',
    AWS_ACCESS_KEY_ID: '000000000000',
    AWS_SECRET_ACCESS_KEY: 'test',
  })
})
