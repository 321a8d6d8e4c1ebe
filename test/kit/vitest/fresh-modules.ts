import { vi } from 'vitest'

// Test files share one process. Each loads our modules again; libraries stay loaded. Vitest undoes what a file has
// replaced only before the next test, which is after the `beforeAll` hooks of the next file.
vi.resetModules()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.useRealTimers()
