import { Duration } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { acknowledge } from './acknowledge.ts'
import { removalPolicyOf } from './removal.ts'

export interface LogBucketProps {
  readonly stage: Stage
  /** Set for CloudFront logs, which need a bucket that allows access control lists. */
  readonly writtenByAccessControlList?: boolean
}

/** A bucket for access logs, which are deleted after the stage's retention of logs. */
export class LogBucket extends Bucket {
  constructor(scope: Construct, id: string, props: LogBucketProps) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: removalPolicyOf(props.stage),
      autoDeleteObjects: props.stage.emptiesBuckets,
      objectOwnership: props.writtenByAccessControlList
        ? ObjectOwnership.BUCKET_OWNER_PREFERRED
        : ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [{ expiration: Duration.days(props.stage.logRetentionDays) }],
    })
    acknowledge(this, {
      'AwsSolutions-S1': 'It stores access logs itself. Logging access to it would create an endless loop.',
    })
  }
}
