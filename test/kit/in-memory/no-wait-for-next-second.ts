import { vi } from 'vitest'

// A new password and a sign-out respond in the next second, so that the next sign-in counts as a later one. Tests that
// change many passwords would spend half a minute waiting. overlaps.rules.test.ts tests the wait itself.
vi.mock(import('#services/identity/session-end.ts'), async (importOriginal) => ({
  ...(await importOriginal()),
  waitUntil: async () => undefined,
}))
