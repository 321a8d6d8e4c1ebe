/** One word of letters: a name from a form must not bring a link or an advertisement into an email. */
const firstName = /^\p{L}[\p{L}\p{M}'’-]{0,39}$/u

/**
 * Greets a person by first name, without the comma: `Dear Nadia`. Returns `Hello` if the name is empty or its first
 * word is not a name.
 */
export const greeting = (fullName = ''): string => {
  const [first = ''] = fullName.trim().split(/\s+/)
  return firstName.test(first) ? `Dear ${first}` : 'Hello'
}
