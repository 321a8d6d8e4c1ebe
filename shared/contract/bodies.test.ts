import { describe, expect, test } from 'vitest'
import { signChatVisitor } from './chat.ts'
import { resendConfirmation, sendMagicLink, sendPasswordResetEmail } from './identity.ts'
import type { Operation } from './operation.ts'
import {
  createGuestPass,
  guestSessionEvent,
  oneTimeSessionEvent,
  verifyGuestPass,
  verifyPayment,
} from './passes.ts'
import { changePlan, createCheckout, previewPlanChange, verifySubscription } from './subscriptions.ts'

/**
 * Bodies that differ from an accepted one in a single value. The fuzz tests send values of the wrong type to every
 * field.
 */
const rejected: readonly (readonly [Operation, unknown])[] = [
  [createGuestPass, { guest_key: 7 }],
  [verifyGuestPass, {}],
  [verifyGuestPass, { session_id: '' }],
  [verifyGuestPass, { session_id: '../customers' }],
  [verifyGuestPass, { session_id: 7 }],
  [verifyPayment, {}],
  [verifyPayment, { session_id: 'pi_123' }],
  [verifyPayment, { session_id: null }],
  [oneTimeSessionEvent, {}],
  [oneTimeSessionEvent, { event: 'paused' }],
  [oneTimeSessionEvent, { event: ['started'] }],
  [oneTimeSessionEvent, { event: 'ended', give_up: 1 }],
  [guestSessionEvent, {}],
  [guestSessionEvent, { event: 'started' }],
  [guestSessionEvent, { guest_key: 'x' }],
  [guestSessionEvent, { guest_key: 'x', event: 'restarted' }],
  [guestSessionEvent, { guest_key: 'x', event: 'ended', give_up: 'yes' }],
  [createCheckout, {}],
  [createCheckout, { plan: 'one-time' }],
  [createCheckout, { plan: 'weekly' }],
  [createCheckout, { plan: 'monthly', userInfo: { numberOfEmployees: '3' } }],
  [verifySubscription, {}],
  [verifySubscription, { session_id: 'sub_123' }],
  [verifySubscription, { session_id: [] }],
  [previewPlanChange, { plan: 'weekly' }],
  [changePlan, { plan: 'one-time' }],
  [signChatVisitor, { guest_key: 7 }],
  [signChatVisitor, { guest_key: { a: 1 } }],
]

describe('the body of an operation', () => {
  test.each(rejected.map(([operation, body]) => [operation.name, body, operation] as const))(
    'of %s is not %j',
    (_name, body, operation) => {
      expect(operation.body.safeParse(body).success).toBe(false)
    },
  )
})

describe('an operation that emails a link', () => {
  const byName = [resendConfirmation, sendMagicLink, sendPasswordResetEmail].map(
    (operation) => [operation.name, operation] as const,
  )

  test.each(byName)('%s sends an address one email a minute, however it is spelled', (_name, operation) => {
    expect(operation.limits).toContainEqual({ by: 'email', max: 1, windowSeconds: 60 })
    expect(operation.body.parse({ email: ' Nadia@People.Example ' }).email).toBe('nadia@people.example')
  })
})
