export interface LogLine {
  readonly at: string
  readonly function: string
  readonly text: string
}

export interface LogStore {
  add(functionName: string, text: string): void
  /** Returns the lines oldest first, optionally of one function. */
  read(functionName?: string): readonly LogLine[]
  clear(): void
  /** Calls the listener for each further line that logs an error. */
  onError(listener: (line: LogLine) => void): void
}

/** More lines than the tests of all operations cause, so that all of them can be searched. */
export const keptLogLines = 60_000

/** Matches a line of our log, or of Lambda itself, about an error. */
const isError = (text: string): boolean => /"level":"(?:error|ERROR|FATAL)"/.test(text)

/** Keeps the last lines that functions wrote. */
export const createLogStore = (now: () => Date): LogStore => {
  let lines: LogLine[] = []
  const listeners: ((line: LogLine) => void)[] = []
  return {
    add(functionName, text) {
      const at = now().toISOString()
      const added = text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => ({ at, function: functionName, text: line }))
      lines.push(...added)
      for (const line of added.filter((one) => isError(one.text)))
        for (const listener of listeners) listener(line)
      if (lines.length > keptLogLines * 1.2) lines = lines.slice(-keptLogLines)
    },
    read: (functionName) =>
      functionName ? lines.filter((line) => line.function === functionName) : [...lines],
    clear: () => void (lines = []),
    onError: (listener) => void listeners.push(listener),
  }
}
