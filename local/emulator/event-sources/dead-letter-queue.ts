/**
 * The object that Lambda stores about records whose attempts were used up. It contains the records themselves only in
 * S3:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
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
  /** The event that the function received, as JSON. */
  readonly payload: string
}

/** A message in the queue that the template names. */
export interface DeadLetter {
  readonly queueArn: string
  readonly functionName: string
  readonly body: ObjectCreated
}

/**
 * The event of EventBridge about a new object: https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html.
 */
interface ObjectCreated {
  readonly source: 'aws.s3'
  readonly 'detail-type': 'Object Created'
  readonly detail: { readonly bucket: { readonly name: string }; readonly object: { readonly key: string } }
}

export const objectCreated = (bucket: string, key: string): ObjectCreated => ({
  source: 'aws.s3',
  'detail-type': 'Object Created',
  detail: { bucket: { name: bucket }, object: { key } },
})

export interface DeadLetterQueue {
  add(message: DeadLetter): void
  list(): readonly DeadLetter[]
  remove(message: DeadLetter): void
  clear(): void
}

/** Creates the store of all dead-letter queues of the template. */
export const createDeadLetterQueue = (): DeadLetterQueue => {
  const messages: DeadLetter[] = []
  return {
    add: (message) => void messages.push(message),
    list: () => [...messages],
    remove: (message) => void messages.splice(messages.indexOf(message), 1),
    clear: () => void messages.splice(0),
  }
}
