import { describe, expect, test } from 'vitest'
import { getProfile, signUp } from '#shared/contract/identity.ts'
import { listInbox } from '#shared/contract/inbox.ts'
import { pathOf } from '#shared/contract/operation.ts'
import { checkGuestAccess } from '#shared/contract/passes.ts'
import { checkSubscription } from '#shared/contract/subscriptions.ts'
import { errorsOf, openApi } from './open-api.ts'

const { paths } = openApi()
const bodyOf = (operation: Parameters<typeof pathOf>[0]) => paths[pathOf(operation)]?.post.requestBody

describe('the OpenAPI document', () => {
  test('requires a body only if the operation has required fields', () => {
    expect(bodyOf(signUp)).toMatchObject({ required: true })
    for (const operation of [getProfile, listInbox])
      expect(bodyOf(operation)).toMatchObject({ required: false })
  })

  test('names the rate limit of an operation whose handler enforces it, and of no other without one', () => {
    for (const operation of [checkSubscription, checkGuestAccess])
      expect(errorsOf(operation)).toContain('rate_limited')
    expect(errorsOf(getProfile)).not.toContain('rate_limited')
  })
})
