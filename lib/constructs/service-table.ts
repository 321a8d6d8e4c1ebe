import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb'
import type { Construct } from 'constructs'
import { storagePeriods } from '#shared/values/retention.ts'
import type { Stage } from '../stages.ts'
import { protectedRemovalPolicyOf } from './removal.ts'

/** Names of the global secondary indexes. The keys of `gsi1` are `gsi1pk` and `gsi1sk`. */
export const indexNames = ['gsi1', 'gsi2'] as const

/** Settings that a restore to a point in time does not copy. */
export const tableSettings = {
  stream: StreamViewType.NEW_AND_OLD_IMAGES,
  expiry: 'expires_at_epoch_seconds',
} as const

const stringKey = (name: string) => ({ name, type: AttributeType.STRING })

/** The service's one table, with its indexes, stream and point-in-time recovery. */
export class ServiceTable extends Table {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      partitionKey: stringKey('pk'),
      sortKey: stringKey('sk'),
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: tableSettings.expiry,
      stream: tableSettings.stream,
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: storagePeriods.backups.days,
      },
      deletionProtection: stage.protectsData,
      removalPolicy: protectedRemovalPolicyOf(stage),
    })
    for (const indexName of indexNames)
      this.addGlobalSecondaryIndex({
        indexName,
        partitionKey: stringKey(`${indexName}pk`),
        sortKey: stringKey(`${indexName}sk`),
      })
  }
}
