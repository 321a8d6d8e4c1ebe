import { afterAll } from 'vitest'
import { recordTimers } from '../timers.ts'

// The next file runs in the same process. A timer of this file would send requests to the server of its tests.
afterAll(recordTimers())
