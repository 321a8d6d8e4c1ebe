import {
  CognitoIdentityProviderClient,
  paginateListUserPools,
} from '@aws-sdk/client-cognito-identity-provider'
import * as z from 'zod'

export interface FoundPool {
  readonly client: CognitoIdentityProviderClient
  readonly userPoolId: string
  /** The stage in words. */
  readonly where: string
}

const defaultPort = 3000

/** The user pool of a stage in the account of the environment's credentials; without a stage, the local one. */
export const findPool = (stage: string | undefined, env: NodeJS.ProcessEnv): Promise<FoundPool> =>
  stage === undefined ? localPool(Number(env.PORT ?? defaultPort)) : poolOfStage(stage)

const health = z.object({ aws: z.string(), region: z.string(), userPoolId: z.string() })
const operator = z.object({ accessKeyId: z.string(), secretAccessKey: z.string(), sessionToken: z.string() })

const localPool = async (port: number): Promise<FoundPool> => {
  const site = `http://localhost:${port}`
  const ask = async <S extends z.ZodType>(path: string, shape: S): Promise<z.output<S>> => {
    const reply = await fetch(`${site}/_local/${path}`)
    if (!reply.ok) throw new Error(`${site} answered ${reply.status}: is it the local cloud?`)
    return shape.parse(await reply.json())
  }
  try {
    const { aws, region, userPoolId } = await ask('health', health)
    const credentials = await ask('operator', operator)
    const client = new CognitoIdentityProviderClient({ endpoint: aws, region, credentials })
    return { client, userPoolId, where: `the local cloud at ${site}` }
  } catch (failure) {
    if (failure instanceof TypeError)
      throw new Error(`No local cloud answers at ${site}. Start it with npm start, or name a --stage.`, {
        cause: failure,
      })
    throw failure
  }
}

/** Region, credentials and, where there is one, AWS_ENDPOINT_URL come from the environment. */
const poolOfStage = async (stage: string): Promise<FoundPool> => {
  const client = new CognitoIdentityProviderClient({})
  const name = `advice-${stage}`
  for await (const { UserPools } of paginateListUserPools({ client }, { MaxResults: 60 }))
    for (const { Name, Id } of UserPools ?? [])
      if (Name === name && Id !== undefined) return { client, userPoolId: Id, where: `the stage ${stage}` }
  throw new Error(
    `This account has no user pool ${name} in this region: is the stage ${stage} deployed here?`,
  )
}
