import { expect, test } from 'vitest'
import { openEmulator } from './emulator.ts'

test('a given emulator that does not respond ends the run with an error', async () => {
  await expect(openEmulator('http://localhost:1', 'eu-west-2')).rejects.toThrow(
    'Nothing responds at AWS_ENDPOINT_URL=http://localhost:1.',
  )
})
