// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { sendPasswordReset } from './api.ts'

inFreshBrowser()

const path = '/functions/send-password-reset-email'

describe('sendPasswordReset', () => {
  test.each([
    [false, '/reset-password'],
    [true, '/reset-password?from=admin'],
  ])('requests a link (from the admin sign-in page: %s) to %s', async (fromAdmin, back) => {
    const seen = fakeServer({ [path]: { body: { data: { success: true } } } })
    await sendPasswordReset('member@agents.example', fromAdmin)
    expect(seen[0]?.body).toEqual({
      email: 'member@agents.example',
      redirectTo: `${window.location.origin}${back}`,
    })
  })

  test.each([
    [null, 'No response received from server'],
    [{}, 'No data received from server'],
    [{ data: null }, 'No data received from server'],
    [{ data: { error: 'The email could not be sent' } }, 'The email could not be sent'],
    [{ error: { code: 'internal', message: 'Something went wrong.' } }, 'Something went wrong.'],
  ])('throws for the response %j: %s', async (body, message) => {
    fakeServer({ [path]: { body } })
    await expect(sendPasswordReset('member@agents.example')).rejects.toThrow(message)
  })
})
