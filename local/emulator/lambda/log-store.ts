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
}

/** More lines than the tests of all operations cause, so that all of them can be searched. */
export const keptLogLines = 60_000

/** Keeps the last lines that functions wrote. */
export const createLogStore = (now: () => Date): LogStore => {
  let lines: LogLine[] = []
  return {
    add(functionName, text) {
      const at = now().toISOString()
      for (const line of text.split('\n'))
        if (line.trim() !== '') lines.push({ at, function: functionName, text: line })
      if (lines.length > keptLogLines * 1.2) lines = lines.slice(-keptLogLines)
    },
    read: (functionName) =>
      functionName ? lines.filter((line) => line.function === functionName) : [...lines],
    clear: () => void (lines = []),
  }
}
