import { format } from 'oxfmt'

/**
 * Formats the text of a file, of a type that its name tells, as `npm run check` requires. Throws an error if the text
 * cannot be parsed.
 */
export const formatText = async (file: string, text: string): Promise<string> => {
  const { code, errors } = await format(file, text, { printWidth: 110 })
  if (errors.length > 0)
    throw new Error(`Could not format ${file}: ${errors.map(({ message }) => message).join(' ')}`)
  return code
}
