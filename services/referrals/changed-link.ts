import { apiError } from '#platform/api-error.ts'

/** API error for a token that is unknown, usually because another admin has changed its link since the list was loaded. */
export const changedLink = () =>
  apiError('not_found', {
    message: 'This link has already been rotated or revoked. Please look for a new one in the list.',
  })
