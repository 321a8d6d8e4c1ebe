import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { leaksIn } from './leaks.ts'

const token = createHmac('sha256', 'key').update('sample').digest('base64url')

/** As long as the refresh tokens of the user pool. */
const refreshToken = Buffer.from(hkdfSync('sha256', 'key', '', 'sample', 256)).toString('base64url')

describe('search for personal data and secrets in a log line', () => {
  test.each([
    ['{"message":"sent to ann.b@people.example"}', 'an email address'],
    ['{"token":"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.abc"}', 'a session token'],
    ['{"key":"sk_test_local_emulator"}', 'a Stripe key'],
    ['{"secret":"whsec_local12345"}', 'a Stripe key'],
    [`{"link":"/auth/verify?token=${token}"}`, 'a token'],
    [`{"refreshToken":"${refreshToken}"}`, 'a token'],
    ['{"secret":"0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a6978"}', 'a generated secret'],
    ['{"key":"chat_identity_local_emulator"}', '_local_emulator'],
    ['{"key":"second_factor_key_local_emulator"}', '_local_emulator'],
    ['{"access":"1:1:chat_api_local_emulator"}', '_local_emulator'],
    ['{"sessionId":"cs_test_a1b2c3"}', 'a Checkout Session id'],
    ['{"id":"cs_live_Me0x7MydIkhwaTFkHZbUs4pHLXZeGzjAiTRK2lGMvAsEnmVAFJqw5VRm33"}', 'a Checkout Session id'],
    ['{"name":"Nadia"}', 'Nadia'],
  ])('finds in %s %s', (line, kind) => {
    expect(leaksIn(line)).toContain(kind)
  })

  test('finds a value of the run', () => {
    expect(leaksIn('{"key":"value-of-the-run"}', ['value-of-the-run'])).toEqual(['value-of-the-run'])
  })

  test.each([
    '{"message":"request","userId":"0b8f6d4e-3c1a-4f7e-9d53-1f2a3b4c5d6e","status":200}',
    '{"at":"at node_modules/@aws-sdk/client-dynamodb/dist/index.js:10:5"}',
    '{"customer":"cus_Qx81kd02ma","event":"evt_1PqkdLm29dk","sessionId":"cs_test_...a1b2c3"}',
    '{"function":"advice-local-close-accounts-without-login-function"}',
    '{"object":"0b8f6d4e3c1a4f7e9d531f2a3b4c5d6e0b8f6d4e3c1a4f7e9d531f2a3b4c5d6e"}',
    'Error: Task timed out after 10.00 seconds',
  ])('accepts %s', (line) => {
    expect(leaksIn(line)).toEqual([])
  })
})
