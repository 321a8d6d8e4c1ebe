import { vi } from 'vitest'

// The log of handlers would hide the results of the tests.
vi.mock('#platform/log-line.ts', () => ({ writeLine: () => undefined }))
