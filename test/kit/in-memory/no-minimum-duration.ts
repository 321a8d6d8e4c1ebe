import { vi } from 'vitest'

// Sign-ups and emailed links respond after up to 0.75 seconds, to hide which addresses have an account. Tests in
// memory would spend most of their time waiting. minimum-duration.rules.test.ts tests the wait itself.
vi.mock('#services/identity/minimum-duration.ts', () => ({
  withMinimumDuration: (_ms: number, work: () => Promise<unknown>) => work(),
}))
