import { numberAt, textAt, valueAt, type ResolvedResource, type Reader } from './reader.ts'
import { listOf, objectOf, textOf, type Json } from './template.ts'

/** An event source mapping from the stream of a table to a function. */
export interface StreamSource {
  readonly functionArn: string
  readonly streamArn: string
  readonly tableName: string
  readonly batchSize: number
  /** The first attempt and the retries. */
  readonly maximumAttempts: number
  readonly bisects: boolean
  /** A record passes if one of them matches. Without patterns, all records pass. */
  readonly patterns: readonly Json[]
  /** Destination of the records whose attempts are used up. */
  readonly failures: FailureDestination | undefined
}

/** A bucket for whole records, and the queue that receives a message about each of them through an EventBridge rule. */
interface FailureDestination {
  readonly bucket: string
  readonly bucketArn: string
  readonly queueArn: string
}

/** Stands for unlimited retries. Lambda retries a batch of a stream until the record expires after a day. */
const unlimitedAttempts = 10_000

const failuresOf = (reader: Reader, arn: string | undefined): FailureDestination | undefined => {
  if (arn === undefined) return undefined
  const bucket = reader.all('AWS::S3::Bucket').find(({ attributes }) => attributes['Arn'] === arn)
  if (!bucket) throw new Error(`The emulator supports only buckets as destinations of failed records: ${arn}`)
  const isReported =
    textAt(bucket.properties, 'NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled') ===
    'true'
  const rule = reader
    .all('AWS::Events::Rule')
    .find(({ properties }) =>
      listOf(valueAt(properties, 'EventPattern.detail.bucket.name')).includes(bucket.ref),
    )
  const target = objectOf(listOf(rule?.properties['Targets'])[0] ?? {}, 'A target')
  const queueArn = textAt(target, 'Arn')
  if (!isReported || queueArn === undefined)
    throw new Error(`Nothing reports the failed records in ${bucket.resource.logicalId} to a queue`)
  return { bucket: bucket.ref, bucketArn: arn, queueArn }
}

const readSource = (reader: Reader, source: ResolvedResource): StreamSource => {
  const { properties, resource } = source
  const streamArn = textAt(properties, 'EventSourceArn') ?? ''
  const table = reader
    .all('AWS::DynamoDB::Table')
    .concat(reader.all('AWS::DynamoDB::GlobalTable'))
    .find(({ attributes }) => attributes['StreamArn'] === streamArn)
  if (!table)
    throw new Error(
      `The emulator supports only streams of its own tables (${resource.logicalId}: ${streamArn})`,
    )
  const name = textAt(properties, 'FunctionName') ?? ''
  const target = reader
    .all('AWS::Lambda::Function')
    .find(({ ref, attributes }) => name === ref || name === attributes['Arn'])
  if (!target) throw new Error(`${resource.logicalId} invokes ${name}, which is in no stack`)
  const retries = numberAt(properties, 'MaximumRetryAttempts') ?? -1
  return {
    functionArn: target.attributes['Arn'] ?? '',
    streamArn,
    tableName: table.ref,
    batchSize: numberAt(properties, 'BatchSize') ?? 100,
    maximumAttempts: retries < 0 ? unlimitedAttempts : retries + 1,
    bisects: properties['BisectBatchOnFunctionError'] === true,
    patterns: listOf(valueAt(properties, 'FilterCriteria.Filters')).map((filter) =>
      JSON.parse(textOf(objectOf(filter, 'A filter')['Pattern'], 'Pattern')),
    ),
    failures: failuresOf(reader, textAt(properties, 'DestinationConfig.OnFailure.Destination')),
  }
}

/** Reads the event source mappings of the stacks. */
export const readStreamSources = (reader: Reader): StreamSource[] =>
  reader.all('AWS::Lambda::EventSourceMapping').map((source) => readSource(reader, source))

/** A rule that invokes functions, on a schedule or for events. */
export interface Rule {
  readonly name: string
  readonly functionArns: readonly string[]
}

export const readRules = (reader: Reader): Rule[] =>
  reader.all('AWS::Events::Rule').map(({ ref, properties }) => ({
    name: ref,
    functionArns: listOf(properties['Targets'])
      .map((target) => textOf(objectOf(target, 'A target')['Arn'], 'Arn'))
      .filter((arn) => arn.startsWith('arn:aws:lambda:')),
  }))
