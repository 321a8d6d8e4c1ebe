import { describe, expect, test } from 'vitest'
import { assertKnownFault } from './known-faults.ts'

const cloud = {
  functions: {
    names: () => ['sign-up'],
    nameOf: (arn: string) => arn,
    invoke: async () => ({ ok: true, payload: '' }) as const,
    update: () => undefined,
    recycle: () => undefined,
    stop: async () => undefined,
  },
}

describe('assertKnownFault', () => {
  test.each([
    ['lambda', 'sign-up'],
    ['stripe', 'checkout.sessions.create'],
    ['dynamodb', 'TransactWriteItems'],
    ['ses', '*'],
  ] as const)('accepts a fault of %s for %s', (service, action) => {
    expect(() => assertKnownFault(cloud, { service, action })).not.toThrow()
  })

  test.each([
    ['lambda', 'signup'],
    ['stripe', 'checkout.session.create'],
    ['dynamodb', 'put-item'],
  ] as const)('rejects a fault of %s for the unknown action %s', (service, action) => {
    expect(() => assertKnownFault(cloud, { service, action })).toThrow(
      `The service ${service} has no action ${action}.`,
    )
  })
})
