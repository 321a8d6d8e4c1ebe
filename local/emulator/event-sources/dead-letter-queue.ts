/**
 * The message that Lambda sends about records whose attempts were used up. It contains no record, only the place of the
 * records in the stream: https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export interface FailureRecord {
  readonly requestContext: {
    readonly requestId: string
    readonly functionArn: string
    readonly condition: 'RetryAttemptsExhausted'
    readonly approximateInvokeCount: number
  }
  readonly responseContext: {
    readonly statusCode: 200
    readonly executedVersion: '$LATEST'
    readonly functionError: 'Unhandled'
  }
  readonly version: '1.0'
  readonly timestamp: string
  readonly DDBStreamBatchInfo: {
    readonly shardId: string
    readonly startSequenceNumber: string
    readonly endSequenceNumber: string
    readonly approximateArrivalOfFirstRecord: string
    readonly approximateArrivalOfLastRecord: string
    readonly batchSize: number
    readonly streamArn: string
  }
}

/** A message in the queue that the template names. */
export interface DeadLetter {
  readonly queueArn: string
  readonly functionName: string
  readonly body: FailureRecord
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
