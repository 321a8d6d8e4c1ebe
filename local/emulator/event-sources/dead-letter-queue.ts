/** A record whose attempts were used up, in the queue that the template names. */
export interface DeadLetter {
  readonly at: string
  readonly queueArn: string
  readonly functionName: string
  readonly error: string
  readonly records: readonly unknown[]
}

export interface DeadLetterQueue {
  add(message: DeadLetter): void
  list(): readonly DeadLetter[]
  clear(): void
}

/** Creates the store of all dead-letter queues of the template. */
export const createDeadLetterQueue = (): DeadLetterQueue => {
  const messages: DeadLetter[] = []
  return {
    add: (message) => void messages.push(message),
    list: () => [...messages],
    clear: () => void messages.splice(0),
  }
}
