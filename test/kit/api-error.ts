import type { ApiErrorCode } from '#shared/contract/api-errors.ts'
import { apiErrors } from '#shared/contract/api-errors.ts'

/** Returns the reply with this error code, and its default message unless another is given. */
export const apiError = (code: ApiErrorCode, message: string = apiErrors[code].message) => ({
  status: apiErrors[code].status,
  body: { error: { code, message } },
})

/** A 401 reply. API Gateway and the functions have different bodies for it. */
export const unauthorized = { status: 401 }
