/**
 * Time for which the file stays in memory, in milliseconds. Some browsers read it only after the click has returned.
 */
const keptMs = 60_000

/** Saves a text as a file in the browser's downloads. */
export const saveFile = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
