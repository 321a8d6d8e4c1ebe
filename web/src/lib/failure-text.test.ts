// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { offlineText } from './auth-error.ts'
import { CallError } from './call.ts'
import { failureText } from './failure-text.ts'

afterEach(() => vi.restoreAllMocks())

const withoutMessage = (status: number) =>
  new CallError('Function call failed', { status, hasNoServerMessage: true })

describe('failureText', () => {
  test('returns the message of the server', () => {
    expect(failureText(new CallError('Slow down', { status: 429 }), 'Try again.')).toBe('Slow down')
  })

  test.each([0, 500])('replaces the text of a call with status %d and no message', (status) => {
    expect(failureText(withoutMessage(status), 'Try again.')).toBe('Try again.')
  })

  test('says that the browser is offline, if no response came for that reason', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(failureText(withoutMessage(0), 'Try again.')).toBe(offlineText)
    expect(failureText(withoutMessage(500), 'Try again.')).toBe('Try again.')
  })
})
