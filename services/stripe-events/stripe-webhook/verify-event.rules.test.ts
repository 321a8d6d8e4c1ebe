import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as StripeModule from '#platform/stripe.ts'
import { at, standIn } from '#test/kit/in-memory/stand-in-stripe.ts'
import { verifyEvent } from './verify-event.ts'

/** The stored secret, and the secret that replaced it. */
const secrets = vi.hoisted<{ stored: string; changed: string | undefined }>(() => ({
  stored: '',
  changed: undefined,
}))
vi.mock('#platform/secrets.ts', () => ({
  secret: async (id: string) => (id.startsWith('STRIPE_WEBHOOK_SECRET') ? secrets.stored : 'sk_test_sample'),
  changedSecret: async () => secrets.changed,
}))
vi.mock('#platform/stripe.ts', async (importOriginal) => {
  const original = await importOriginal<typeof StripeModule>()
  const stripeClient = async () =>
    'webhooks' in standIn.resources ? standIn.resources : original.stripeClient()
  return { ...original, stripeClient }
})

const now = new Date('2027-03-01T10:00:00Z')

// Stripe's library compares the time of a signature with the clock.
beforeEach(() => {
  secrets.stored = 'whsec_sample'
  secrets.changed = undefined
  at({})
  vi.useFakeTimers({ now })
  vi.stubEnv('STRIPE_API_BASE', '')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** Verifies a body with a signature of this time and secret. */
const verify = (body: string, signedAt = now, secret = 'whsec_sample') => {
  const t = Math.floor(signedAt.getTime() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
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

  test.each([-300, 300])('accepts a signature that is %i seconds away', async (seconds) => {
    const signedAt = new Date(now.getTime() + seconds * 1000)
    expect(await verify(JSON.stringify(event), signedAt)).toMatchObject(event)
  })
})

describe('the signing secrets of a webhook', () => {
  const verifyWith = (secret: string) => verify(JSON.stringify(event), now, secret)
  const rejected = { code: 'invalid_signature' }

  test.each(['whsec_old', 'whsec_new'])(
    'are all valid while the stored secret has several: %s',
    async (secret) => {
      secrets.stored = 'whsec_old, whsec_new'
      expect(await verifyWith(secret)).toMatchObject(event)
    },
  )

  test('are read again if none matches', async () => {
    secrets.changed = 'whsec_new'
    expect(await verifyWith('whsec_new')).toMatchObject(event)
    await expect(verifyWith('whsec_other')).rejects.toMatchObject(rejected)
  })

  test.each(['', 'whsec_sample,', ','])('are never empty: %j', async (stored) => {
    secrets.stored = stored
    await expect(verifyWith('')).rejects.toMatchObject(rejected)
  })
})

describe("Stripe's library", () => {
  const verifyBy = (webhooks: object) => {
    at({ webhooks })
    return verify(JSON.stringify(event))
  }

  test('has to confirm the signature', async () => {
    await expect(verifyBy({})).rejects.toMatchObject({ code: 'invalid_signature' })
    await expect(verifyBy({ signature: { verifyHeader: () => false } })).rejects.toMatchObject({
      code: 'invalid_signature',
    })
  })

  test('can fail, so that Stripe delivers the event again', async () => {
    const verifyHeader = () => {
      throw new TypeError('The library failed')
    }
    await expect(verifyBy({ signature: { verifyHeader } })).rejects.toThrow('The library failed')
  })
})
