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

const keptLines = 5000

/** Keeps the output of functions, up to the last 5,000 lines. */
export const createLogStore = (now: () => Date): LogStore => {
  let lines: LogLine[] = []
  return {
    add(functionName, text) {
      const at = now().toISOString()
      for (const line of text.split('\n'))
        if (line.trim() !== '') lines.push({ at, function: functionName, text: line })
      if (lines.length > keptLines * 1.2) lines = lines.slice(-keptLines)
    },
    read: (functionName) =>
      functionName ? lines.filter((line) => line.function === functionName) : [...lines],
    clear: () => void (lines = []),
  }
}
