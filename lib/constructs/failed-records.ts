import { Duration, Stack } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { DlqDestinationConfig, IEventSourceDlq, IEventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import { BlockPublicAccess, Bucket, type CfnBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Severity } from '#shared/values/metrics.ts'
import { storagePeriods } from '#shared/values/retention.ts'
import type { Stage } from '../stages.ts'
import { acknowledge } from './acknowledge.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import { removalPolicyOf } from './removal.ts'
import type { ServiceFunction } from './service-function.ts'

const retentionDays = storagePeriods.failedRecord.days

/** Folder in which Lambda stores the records of failed batches. */
const lambdaFolder = 'aws/lambda/'

export interface FailedRecordsProps {
  readonly stage: Stage
  /** Entity of the items. */
  readonly entity: string
  /** Name of the alarm. */
  readonly alarm: string
  readonly severity: Severity
  readonly alarms: AlarmTopic
}

/**
 * Keeps the records of the table's stream that a function could not process. Lambda stores whole records in a bucket. A
 * message about each of them goes to a queue, which raises the alarm until `npm run ops -- redrive` has processed them.
 */
export class FailedRecords implements IEventSourceDlq {
  private readonly fn: ServiceFunction
  private readonly bucket: Bucket

  constructor(fn: ServiceFunction, { stage, entity, alarm, severity, alarms }: FailedRecordsProps) {
    this.fn = fn
    this.bucket = new Bucket(fn, 'FailedRecords', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: removalPolicyOf(stage),
      autoDeleteObjects: stage.emptiesBuckets,
      lifecycleRules: [{ expiration: Duration.days(retentionDays) }],
    })
    acknowledge(this.bucket, { 'AwsSolutions-S1': 'Only Lambda writes into it, and only operators read it.' })
    // CDK's property of `Bucket` for this creates a function and a custom resource. The default child of a `Bucket` is
    // its CloudFormation resource.
    const bucket = this.bucket.node.defaultChild as CfnBucket
    bucket.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
    const queue = new Queue(fn, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(retentionDays),
    })
    acknowledge(queue, { 'AwsSolutions-SQS3': 'It is a dead-letter queue itself.' })
    new Rule(fn, 'RecordsFailed', {
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [this.bucket.bucketName] } },
      },
      targets: [new SqsQueue(queue)],
    })
    alarms.addAlarm(fn, alarm, {
      severity,
      metric: queue.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'max',
      }),
      description: `Records of kind ${entity} failed every retry. They are kept for ${retentionDays} days`,
    })
  }

  /** Called by the event source. CDK's own destination would also let the function read and delete the records. */
  bind(_source: IEventSourceMapping): DlqDestinationConfig {
    const { bucket, fn } = this
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects(`${lambdaFolder}*`)],
      }),
    )
    fn.addToRolePolicy(new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }))
    const id = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnBucket)
    if (fn.role)
      acknowledge(fn.role, {
        [`AwsSolutions-IAM5[Resource::<${id}.Arn>/${lambdaFolder}*]`]:
          'Lambda chooses the names of the objects.',
      })
    return { destination: bucket.bucketArn }
  }
}
