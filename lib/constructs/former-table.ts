import { Stack } from 'aws-cdk-lib'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { Stage } from '../stages.ts'

/**
 * Returns the ARN of the table that was in use before an unfinished switch to a restored one. CloudFormation updates the
 * policies of functions before their environment, so functions keep their permissions on that table for a deployment.
 */
export const formerTableArn = (stage: Stage, table: ITable): string | undefined => {
  const from = stage.restoredTable?.unfinishedSwitch?.from
  if (from === undefined) return undefined
  return Stack.of(table).formatArn({ service: 'dynamodb', resource: 'table', resourceName: from })
}
