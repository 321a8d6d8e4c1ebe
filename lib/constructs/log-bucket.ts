import { Duration, type RemovalPolicy } from 'aws-cdk-lib'
import { BlockPublicAccess, Bucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'

export interface LogBucketProps {
  readonly removalPolicy: RemovalPolicy
  readonly keptDays: number
  /** CloudFront writes its logs by access control list, which a bucket must allow. */
  readonly writtenByAccessControlList?: boolean
}

/** Where access logs go and after a while disappear. */
export class LogBucket extends Bucket {
  constructor(scope: Construct, id: string, props: LogBucketProps) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: props.removalPolicy,
      objectOwnership: props.writtenByAccessControlList
        ? ObjectOwnership.BUCKET_OWNER_PREFERRED
        : ObjectOwnership.BUCKET_OWNER_ENFORCED,
      lifecycleRules: [{ expiration: Duration.days(props.keptDays) }],
    })
    acknowledge(this, {
      'AwsSolutions-S1': 'It holds access logs itself: logging access to it would never end.',
    })
  }
}
