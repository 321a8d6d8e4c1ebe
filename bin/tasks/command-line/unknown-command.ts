import { nearestTo } from '#lib/nearest.ts'

/** Says that a command is missing or unknown, and names the known one that is most similar. */
export const unknownCommand = (name: string, known: readonly string[]): string => {
  if (name === '') return 'No command.'
  const nearest = nearestTo(name, known)
  return `Unknown command "${name}"${nearest === undefined ? '.' : `; did you mean ${nearest}?`}`
}
