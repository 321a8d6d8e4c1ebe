import { maxBodyBytes } from '#shared/values/limits.ts'
import { apiError } from '#platform/api-error.ts'
import { serveRaw } from '#platform/http/serve-raw.ts'

/**
 * Responds to paths and methods that no other route serves, so that the error has our format: API Gateway's own 404 is
 * `{"message":"Not Found"}` and cannot be changed.
 */
export const handler = serveRaw('unknown-path', maxBodyBytes, async () => {
  throw apiError('not_found')
})
