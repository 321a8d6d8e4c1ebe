/** The text for an error whose cause is not known. */
export const unknownAuthError = 'An authentication error occurred.'

/** Returns whether the query of a page reports an error of an emailed link. */
export const reportsAuthError = (search: string): boolean => {
  const query = new URLSearchParams(search)
  return query.has('error') && query.has('error_description')
}

const parameters = ['error', 'error_code', 'error_description', 'type']

/** Returns the query without the report of an error. */
export const withoutAuthError = (search: string): string => {
  const query = new URLSearchParams(search)
  for (const name of parameters) query.delete(name)
  const rest = query.toString()
  return rest === '' ? '' : `?${rest}`
}
