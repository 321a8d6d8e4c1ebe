import { vi } from 'vitest'

// Test files share one process. Each loads our modules again; libraries stay loaded.
vi.resetModules()
