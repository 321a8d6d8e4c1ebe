import { Stack, Token, Validations } from 'aws-cdk-lib'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { IConstruct } from 'constructs'

/** Suppresses cdk-nag rules for a construct and its children. `reasons` maps rule ids to reasons. */
export const acknowledge = (construct: IConstruct, reasons: Readonly<Record<string, string>>): void =>
  Validations.of(construct).acknowledge(...Object.entries(reasons).map(([id, reason]) => ({ id, reason })))

/** Returns the account of a construct as cdk-nag names it in a finding. */
export const accountInFinding = (construct: IConstruct): string => {
  const { account } = Stack.of(construct)
  return Token.isUnresolved(account) ? '<AWS::AccountId>' : account
}

/** Returns the ARN of a bucket as cdk-nag names it in a finding of another stack: as the name of the import. */
export const importedArnInFinding = (bucket: IBucket): string => {
  const owner = Stack.of(bucket)
  // `resolve` returns `any`. An exported value resolves to this function of CloudFormation.
  const imported: { readonly 'Fn::ImportValue': string } = owner.resolve(owner.exportValue(bucket.bucketArn))
  return imported['Fn::ImportValue']
}
