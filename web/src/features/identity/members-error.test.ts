import { describe, expect, test } from 'vitest'
import { AuthError } from '#web/lib/auth-error.ts'
import { membersErrorText, membersErrorToast } from './members-error.ts'

describe('members sign-in errors', () => {
  test.each([
    ['Email not confirmed', 'Email not confirmed. Please confirm your email and try again.'],
    ['Invalid login credentials', 'Invalid email or password. Please try again.'],
    ['Bad credential', 'Invalid email or password. Please try again.'],
    ['Rate limit exceeded', 'Too many attempts. Please wait a minute and try again.'],
    ['', 'Unable to sign in. Please try again.'],
    ['The pool is closed', 'The pool is closed'],
  ])('maps "%s" to "%s"', (message, text) => {
    expect(membersErrorText(new AuthError(message))).toBe(text)
  })

  test.each([new TypeError('Failed to fetch'), new Error('Unknown error occurred'), 'thrown', undefined])(
    'returns the text for unexpected errors for %s',
    (failure) => {
      expect(membersErrorText(failure)).toBe('An unexpected error occurred. Please try again later.')
    },
  )

  test('adds a hint about the resend link to the toast', () => {
    expect(membersErrorToast(membersErrorText(new AuthError('Email not confirmed')))).toContain(
      'Resend confirmation email',
    )
    expect(membersErrorToast('Too many attempts.')).toBe('Too many attempts.')
  })
})
