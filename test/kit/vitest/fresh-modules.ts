import { afterAll, vi } from 'vitest'

// Test files share one process. Each loads our modules again; libraries stay loaded. Vitest undoes what a file has
// replaced only before the next test, which is after the `beforeAll` hooks of the next file.
vi.resetModules()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.useRealTimers()

// A module that is still loading would be kept for the next file, with imports that the next file may have replaced since.
afterAll(() => vi.dynamicImportSettled())
