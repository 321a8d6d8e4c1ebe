/**
 * Returns the message or the code of an error. Only the code exists if a connection to a name with two addresses was
 * refused, because that error is an AggregateError.
 */
const textOf = (error: Error): string => {
  const code = 'code' in error ? String(error.code) : error.name
  return error.message === '' ? code : error.message
}

/**
 * Returns the text of an error. `fetch` only says that it failed: its cause tells an unknown host from an expired
 * certificate.
 */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return error instanceof TypeError && cause instanceof Error
    ? `${textOf(error)} (${textOf(cause)})`
    : textOf(error)
}
