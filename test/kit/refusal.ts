import type { RefusalCode } from '../../shared/contract/refusals.ts'
import { refusals } from '../../shared/contract/refusals.ts'

/** A reply that refuses with this code, in its own words unless others are given. */
export const refusal = (code: RefusalCode, message: string = refusals[code].message) => ({
  status: refusals[code].status,
  body: { error: { code, message } },
})

/** A reply of 401: the gateway answers it in its own words, the functions in ours. */
export const unauthorized = { status: 401 }
