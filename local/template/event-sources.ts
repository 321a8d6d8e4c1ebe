import { numberAt, textAt, valueAt, type Built, type Reader } from './reader.ts'
import { listOf, objectOf, textOf, type Json } from './template.ts'

/** A function fed from the stream of a table. */
export interface StreamSource {
  readonly functionArn: string
  readonly streamArn: string
  readonly tableName: string
  readonly batchSize: number
  /** Attempts in all: the first and the retries. */
  readonly maximumAttempts: number
  readonly bisects: boolean
  /** A record passes when one of them matches; all pass when there are none. */
  readonly patterns: readonly Json[]
  /** ARN of the queue for what is given up. */
  readonly deadLetterArn: string | undefined
}

/** The most that Lambda retries a batch of a stream for: until the record expires after a day. */
const endlessAttempts = 10_000

const readSource = (reader: Reader, source: Built): StreamSource => {
  const { properties, place } = source
  const streamArn = textAt(properties, 'EventSourceArn') ?? ''
  const table = reader
    .all('AWS::DynamoDB::Table')
    .concat(reader.all('AWS::DynamoDB::GlobalTable'))
    .find(({ attributes }) => attributes['StreamArn'] === streamArn)
  if (!table)
    throw new Error(`The local cloud knows streams of its tables only (${place.logicalId}: ${streamArn})`)
  const name = textAt(properties, 'FunctionName') ?? ''
  const target = reader
    .all('AWS::Lambda::Function')
    .find(({ ref, attributes }) => name === ref || name === attributes['Arn'])
  if (!target) throw new Error(`${place.logicalId} feeds ${name}, which no stack has`)
  const retries = numberAt(properties, 'MaximumRetryAttempts') ?? -1
  return {
    functionArn: target.attributes['Arn'] ?? '',
    streamArn,
    tableName: table.ref,
    batchSize: numberAt(properties, 'BatchSize') ?? 100,
    maximumAttempts: retries < 0 ? endlessAttempts : retries + 1,
    bisects: properties['BisectBatchOnFunctionError'] === true,
    patterns: listOf(valueAt(properties, 'FilterCriteria.Filters')).map((filter) =>
      JSON.parse(textOf(objectOf(filter, 'A filter')['Pattern'], 'Pattern')),
    ),
    deadLetterArn: textAt(properties, 'DestinationConfig.OnFailure.Destination'),
  }
}

/** The event source mappings of the stacks. */
export const readStreamSources = (reader: Reader): StreamSource[] =>
  reader.all('AWS::Lambda::EventSourceMapping').map((source) => readSource(reader, source))

/** A rule that calls functions by the clock. */
export interface Schedule {
  readonly name: string
  readonly functionArns: readonly string[]
}

export const readSchedules = (reader: Reader): Schedule[] =>
  reader
    .all('AWS::Events::Rule')
    .filter(({ properties }) => textAt(properties, 'ScheduleExpression') !== undefined)
    .map(({ ref, properties }) => ({
      name: ref,
      functionArns: listOf(properties['Targets']).map((target) =>
        textOf(objectOf(target, 'A target')['Arn'], 'Arn'),
      ),
    }))
