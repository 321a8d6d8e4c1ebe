import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import type { Stage } from '#lib/stages.ts'

/** Returns an output of the web stack. Throws an error if the stage is not deployed. */
export const outputOf = async ({ name, region }: Stage, output: 'SiteUrl' | 'ApiUrl'): Promise<string> => {
  const client = new CloudFormationClient({ region })
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: `advice-${name}-web` }))
  const value = Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === output)?.OutputValue
  if (value === undefined)
    throw new Error(`The web stack of ${name} has no output ${output}. Is it deployed?`)
  return value
}
