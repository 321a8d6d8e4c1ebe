const intervalMs = 5000

/** Gets a line about the progress of long work. It may be called often. */
export type Progress = (line: string) => void

/**
 * Creates a function that prints at most one line in five seconds, and none about work that ends sooner. The lines go
 * to the standard error, so that the result of a command can be stored in a file.
 */
export const progressPrinter = (
  everyMs = intervalMs,
  print: Progress = (line) => console.error(line),
): Progress => {
  let printedAt = Date.now()
  return (line) => {
    const now = Date.now()
    if (now - printedAt < everyMs) return
    printedAt = now
    print(line)
  }
}
