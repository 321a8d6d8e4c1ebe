import { describe, expect, test } from 'vitest'
import { reportsAuthError } from './auth-error-report.ts'
import { authErrorText } from './auth-error.ts'

describe('authErrorText', () => {
  test.each([
    [
      '?error=access_denied&error_code=otp_expired&error_description=x',
      'Your verification link has expired. Please request a new one.',
    ],
    [
      '?error=otp_expired&error_description=x',
      'Your verification link has expired. Please request a new one.',
    ],
    ['?error=access_denied&error_description=x', 'Access was denied. Please try again.'],
    ['?error=invalid_request&error_description=x', 'Invalid verification link. Please request a new one.'],
    ['?error=zzz&error_description=Something+odd', 'Something odd'],
    ['?error=toString&error_description=Something+odd', 'Something odd'],
    ['?error=zzz&error_description=', 'An authentication error occurred.'],
  ])('explains %s', (search, text) => {
    expect(authErrorText(search)).toBe(text)
  })
})

describe('reportsAuthError', () => {
  test.each([
    ['?error=access_denied&error_description=x', true],
    ['?error=zzz&error_description=', true],
    ['', false],
    ['?plan=annual', false],
    ['?error=access_denied', false],
    ['?error_description=x', false],
  ])('gives for %j: %s', (search, reports) => {
    expect(reportsAuthError(search)).toBe(reports)
  })
})
