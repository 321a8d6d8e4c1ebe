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

const durationText = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`

/**
 * Waits for work that tells nothing about its progress, and prints for how long. Prints nothing about work that ends
 * within `everyMs`.
 *
 * @param what such as `Running reconcile`
 */
export const reportWhile = async <T>(
  what: string,
  work: () => Promise<T>,
  everyMs = 20_000,
  print: Progress = (line) => console.error(line),
): Promise<T> => {
  const startedAt = Date.now()
  const timer = setInterval(() => print(`${what}: ${durationText(Date.now() - startedAt)} so far.`), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
