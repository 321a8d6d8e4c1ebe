import * as z from 'zod'
import { control } from './control.ts'

export interface Fault {
  readonly service: 'dynamodb' | 's3' | 'ses' | 'cognito' | 'stripe' | 'lambda'
  /** The action that fails, such as `PutItem`; `*` is every action. */
  readonly action: string
  /** The error code to answer with. */
  readonly error?: string
  readonly delayMs?: number
  /** How often; without it, for as long as `act` runs. */
  readonly times?: number
  /** The call takes effect, but its answer is lost. */
  readonly dropResponse?: boolean
}

const put = (faults: readonly Fault[]) => control('PUT', 'faults', z.unknown(), faults)

/** Does something while these things fail. */
export const withFaults = async <T>(faults: readonly Fault[], act: () => Promise<T>): Promise<T> => {
  await put(faults)
  try {
    return await act()
  } finally {
    await put([])
  }
}
