import type { Event } from './event.ts'
import { jsonResponse, type Response } from './response.ts'
import type { Result } from './serve.ts'

/**
 * Responds with JSON as a file download.
 *
 * @throws ApiError `response_too_large` as `jsonResponse` does
 */
export const attachment =
  (nameOf: (now: Date) => string) =>
  (result: Result, event: Event): Response =>
    jsonResponse(result, event, { 'content-disposition': `attachment; filename="${nameOf(result.now)}"` })
