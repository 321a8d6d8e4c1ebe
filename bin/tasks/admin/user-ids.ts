import { paginateListUsers } from '@aws-sdk/client-cognito-identity-provider'
import { type Progress, progressPrinter } from '../command-line/progress.ts'
import type { FoundStage } from './find-stage.ts'

/** Returns the ids of all users of the pool. Cognito lists 60 users in a request. */
export const userIdsOf = async (
  { pool, userPoolId }: Pick<FoundStage, 'pool' | 'userPoolId'>,
  progress: Progress = progressPrinter(),
): Promise<string[]> => {
  const ids: string[] = []
  const request = { UserPoolId: userPoolId, AttributesToGet: ['sub'] }
  for await (const { Users } of paginateListUsers({ client: pool }, request)) {
    ids.push(...(Users ?? []).flatMap(({ Attributes }) => Attributes?.[0]?.Value ?? []))
    progress(`Users: ${ids.length} listed so far.`)
  }
  return ids
}
