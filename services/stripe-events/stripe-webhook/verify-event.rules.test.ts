import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { verifyEvent } from './verify-event.ts'

const signingSecret = 'whsec_sample'

vi.mock('#platform/secrets.ts', () => ({
  secret: async () => signingSecret,
  changedSecret: async () => undefined,
}))

const now = new Date('2027-03-01T10:00:00Z')

// Stripe's library compares the time of a signature with the clock.
beforeEach(() => {
  vi.useFakeTimers({ now })
  vi.stubEnv('STRIPE_API_BASE', '')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** Verifies a body with a valid signature of this time. */
const verify = (body: string, signedAt = now) => {
  const t = Math.floor(signedAt.getTime() / 1000)
  const v1 = createHmac('sha256', signingSecret).update(`${t}.${body}`).digest('hex')
  return verifyEvent(Buffer.from(body), `t=${t},v1=${v1}`, now)
}

const event = { id: 'evt_1', type: 'invoice.paid', livemode: false, data: { object: { id: 'in_1' } } }

describe('verifyEvent', () => {
  test('returns a signed event', async () => {
    expect(await verify(JSON.stringify(event))).toMatchObject(event)
  })

  test.each([
    'null',
    '[]',
    '"text"',
    '7',
    '{}',
    JSON.stringify({ ...event, livemode: 'no' }),
    JSON.stringify({ ...event, data: null }),
  ])('rejects the signed body %s, which is not an event', async (body) => {
    await expect(verify(body)).rejects.toMatchObject({ code: 'validation_failed' })
  })

  test.each(['', 'not json', '{"id":'])('rejects the signed body %j, which is not JSON', async (body) => {
    await expect(verify(body)).rejects.toMatchObject({ code: 'invalid_json' })
  })

  test.each([-301, 301])('rejects a signature that is %i seconds away', async (seconds) => {
    await expect(
      verify(JSON.stringify(event), new Date(now.getTime() + seconds * 1000)),
    ).rejects.toMatchObject({ code: 'invalid_signature' })
  })
})
