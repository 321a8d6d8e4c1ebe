import type { DynamoDbLocal } from './dynamodb.ts'

type Body = Readonly<Record<string, unknown>>

const statusOf = ({ earliest, latest }: { earliest: number; latest: number }) => ({
  ContinuousBackupsDescription: {
    ContinuousBackupsStatus: 'ENABLED',
    PointInTimeRecoveryDescription: {
      PointInTimeRecoveryStatus: 'ENABLED',
      EarliestRestorableDateTime: earliest,
      LatestRestorableDateTime: latest,
    },
  },
})

/** Actions about backups, which DynamoDB Local does not have. Every table can be restored to a point in time. */
export const backupActions = (dynamodb: DynamoDbLocal) => {
  const describe = async ({ TableName }: Body) => statusOf(await dynamodb.restorableTimes(String(TableName)))
  return new Map<string, (body: Body) => Promise<object>>([
    ['DescribeContinuousBackups', describe],
    ['UpdateContinuousBackups', describe],
    [
      'RestoreTableToPointInTime',
      async ({ SourceTableName, TargetTableName, RestoreDateTime }) => {
        const [source, target] = [String(SourceTableName), String(TargetTableName)]
        await dynamodb.restoreTable({ source, target, to: Number(RestoreDateTime) })
        return { TableDescription: { TableName: target, TableStatus: 'CREATING' } }
      },
    ],
  ])
}
