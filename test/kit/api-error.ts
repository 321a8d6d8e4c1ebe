import { expect } from 'vitest'
import type { ApiErrorCode } from '#shared/contract/api-errors.ts'
import { apiErrors } from '#shared/contract/api-errors.ts'

/** The message of `rate_limited` names the time to wait. */
const defaultMessageOf = (code: ApiErrorCode): string =>
  code === 'rate_limited'
    ? // Vitest declares an asymmetric matcher as `any`.
      (expect.stringMatching(/^Rate limit exceeded\. Please wait \S+ ?\S* and try again\.$/) as string)
    : apiErrors[code].message

/** Returns the reply with this error code, and its default message unless another is given. */
export const apiError = (code: ApiErrorCode, message: string = defaultMessageOf(code)) => ({
  status: apiErrors[code].status,
  body: { error: { code, message } },
})

/** A 401 reply. API Gateway and the functions have different bodies for it. */
export const unauthorized = { status: 401 }
