const texts: Readonly<Record<string, string>> = {
  otp_expired: 'Your verification link has expired. Please request a new one.',
  access_denied: 'Access was denied. Please try again.',
  invalid_request: 'Invalid verification link. Please request a new one.',
}

/** What an address brings may be anybody's words: enough to say what happened, too short for a page of it. */
const longestDescription = 200

/**
 * What to say about a failed link, from the address it led to: `error_code` is more exact than `error`.
 * `undefined` when the address reports no failure.
 */
export const authErrorText = (search: string): string | undefined => {
  const query = new URLSearchParams(search)
  const description = query.get('error_description')
  if (!query.has('error') || description === null) return undefined
  const codes = [query.get('error_code'), query.get('error')]
  const known = codes.find((code) => code !== null && Object.hasOwn(texts, code))
  return (
    (known && texts[known]) ||
    description.trim().slice(0, longestDescription) ||
    'An authentication error occurred.'
  )
}
