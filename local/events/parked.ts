/** What was given up on, in the queue that the template names for it. */
export interface ParkedMessage {
  readonly at: string
  readonly queueArn: string
  readonly functionName: string
  readonly error: string
  readonly records: readonly unknown[]
}

export interface Parked {
  add(message: ParkedMessage): void
  list(): readonly ParkedMessage[]
  clear(): void
}

/** The dead-letter queues of the template, all in one. */
export const createParked = (): Parked => {
  const messages: ParkedMessage[] = []
  return {
    add: (message) => void messages.push(message),
    list: () => [...messages],
    clear: () => void messages.splice(0),
  }
}
