import type { Stack } from 'aws-cdk-lib'

/**
 * Exports values of a stack for other stacks in every template. Without this, CDK exports a value only while another
 * stack uses it, and CloudFormation cannot delete an export while a deployed stack still imports it: a release or a
 * rollback without the last user of a value would fail.
 */
export const exportAlways = (stack: Stack, values: readonly unknown[]): void => {
  for (const value of values) stack.exportValue(value)
}
