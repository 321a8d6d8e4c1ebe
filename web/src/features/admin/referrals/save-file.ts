/** Has the browser save a text as a file. */
export const saveFile = (name: string, text: string, type: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has begun by then; kept for ever, each file would stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
