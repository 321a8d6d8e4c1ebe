const texts: Readonly<Record<string, string>> = {
  otp_expired: 'Your verification link has expired. Please request a new one.',
  access_denied: 'Access was denied. Please try again.',
  invalid_request: 'Invalid verification link. Please request a new one.',
}

/** Limit in characters. Anyone can write a link with a description, so long texts are cut off. */
const maxDescriptionLength = 200

/**
 * Returns the text for an error that an authentication link reports in its query. Prefers `error_code`, which
 * is more exact than `error`. Returns undefined if the query reports no error.
 */
export const authErrorText = (search: string): string | undefined => {
  const query = new URLSearchParams(search)
  const description = query.get('error_description')
  if (!query.has('error') || description === null) return undefined
  const codes = [query.get('error_code'), query.get('error')]
  const known = codes.find((code) => code !== null && Object.hasOwn(texts, code))
  return (
    (known && texts[known]) ||
    description.trim().slice(0, maxDescriptionLength) ||
    'An authentication error occurred.'
  )
}
