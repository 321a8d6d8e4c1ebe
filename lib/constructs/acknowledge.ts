import { Stack, Token, Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Suppresses cdk-nag rules for a construct and its children. `reasons` maps rule ids to reasons. */
export const acknowledge = (construct: IConstruct, reasons: Readonly<Record<string, string>>): void =>
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })))

/** Returns the account of a construct as cdk-nag names it in a finding. */
export const accountInFinding = (construct: IConstruct): string => {
  const { account } = Stack.of(construct)
  return Token.isUnresolved(account) ? '<AWS::AccountId>' : account
}
