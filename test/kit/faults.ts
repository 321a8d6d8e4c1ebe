import * as z from 'zod'
import { control } from './control.ts'

export interface Fault {
  readonly service: 'dynamodb' | 's3' | 'ses' | 'cognito' | 'stripe' | 'lambda'
  /** The action that fails, such as `PutItem`; `*` is every action. */
  readonly action: string
  /** The error code to return. */
  readonly error?: string
  readonly delayMs?: number
  /** Number of calls that fail. Default: all calls while `act` runs. */
  readonly times?: number
  /** The call takes effect, but its response is lost. */
  readonly dropResponse?: boolean
}

const put = (faults: readonly Fault[]) => control('PUT', 'faults', z.unknown(), faults)

/** Runs `act` while these faults are injected. */
export const withFaults = async <T>(faults: readonly Fault[], act: () => Promise<T>): Promise<T> => {
  await put(faults)
  try {
    return await act()
  } finally {
    await put([])
  }
}
