import { vi } from 'vitest'

// Files share one process. Each starts with modules of its own; only libraries stay loaded.
vi.resetModules()
