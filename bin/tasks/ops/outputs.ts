import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import type { Stage } from '#lib/stages.ts'
import { findStack } from '../deploy/stacks.ts'

/** Returns an output of the web stack. Throws an error if the stage is not deployed. */
export const outputOf = async ({ name, region }: Stage, output: 'SiteUrl' | 'ApiUrl'): Promise<string> => {
  const stackName = `advice-${name}-web`
  const stack = await findStack(new CloudFormationClient({ region }), stackName)
  const value = stack?.Outputs?.find(({ OutputKey }) => OutputKey === output)?.OutputValue
  if (value === undefined)
    throw new Error(
      `This account has no stack ${stackName} with the output ${output} in ${region}: deploy the stage ${name}, or use the credentials of its account.`,
    )
  return value
}
