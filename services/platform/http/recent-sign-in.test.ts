import { expect, test } from 'vitest'
import { hasRecentSignIn } from './recent-sign-in.ts'

test('a sign-in is recent for an hour', () => {
  const now = new Date('2027-03-01T12:00:00Z')
  const signedIn = (secondsAgo: number) => ({ signedInAtSeconds: now.getTime() / 1000 - secondsAgo })
  expect(hasRecentSignIn(signedIn(0), now)).toBe(true)
  expect(hasRecentSignIn(signedIn(3600), now)).toBe(true)
  expect(hasRecentSignIn(signedIn(3601), now)).toBe(false)
})
