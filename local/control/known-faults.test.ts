import { expect, test } from 'vitest'
import { checkFault } from './known-faults.ts'

const cloud = {
  functions: {
    names: () => ['sign-up'],
    nameOf: (arn: string) => arn,
    invoke: async () => ({ ok: true, payload: '' }) as const,
    recycle: () => undefined,
    stop: async () => undefined,
  },
}

test.each([
  ['lambda', 'sign-up'],
  ['stripe', 'checkout.sessions.create'],
  ['dynamodb', 'TransactWriteItems'],
  ['ses', '*'],
] as const)('takes a fault of %s for %s', (service, action) => {
  expect(() => checkFault(cloud, { service, action })).not.toThrow()
})

test.each([
  ['lambda', 'signup'],
  ['stripe', 'checkout.session.create'],
  ['dynamodb', 'put-item'],
] as const)('refuses a fault of %s for %s, which can never strike', (service, action) => {
  expect(() => checkFault(cloud, { service, action })).toThrow(
    `The service ${service} has no action ${action}.`,
  )
})
