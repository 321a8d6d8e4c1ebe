import {
  CognitoIdentityProviderClient,
  paginateListUserPools,
} from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { readSettings } from '#lib/stage-settings.ts'
import { cloudStageNamed, type CloudStage } from '#lib/stages.ts'
import { Table } from '#platform/table/table.ts'

/** The resources of a stage that the admin command uses. */
export interface FoundStage {
  readonly pool: CognitoIdentityProviderClient
  readonly userPoolId: string
  readonly table: Table
  /** The access key in use, which AWS CloudTrail also records. */
  readonly operatorId: string
  /** The stage's description for messages. */
  readonly where: string
}

const defaultPort = 3000

/** Finds a stage with the credentials of the environment, or the local cloud when no stage is given. */
export const findStage = async (stage: string | undefined, env: NodeJS.ProcessEnv): Promise<FoundStage> => {
  const found = await (stage === undefined
    ? localResources(env)
    : resourcesInTheCloud(cloudStageNamed(stage)))
  const { settings, userPoolId, tableName, where } = found
  const client = new DynamoDBClient(settings)
  const { accessKeyId } = await client.config.credentials()
  const table = new Table(DynamoDBDocumentClient.from(client), tableName)
  const pool = new CognitoIdentityProviderClient(settings)
  return { pool, userPoolId, table, operatorId: accessKeyId, where }
}

const health = z.object({
  aws: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  tableName: z.string(),
})
const operator = z.object({ accessKeyId: z.string(), secretAccessKey: z.string(), sessionToken: z.string() })

export interface Resources {
  readonly settings: {
    readonly region: string
    readonly endpoint?: string
    readonly credentials?: z.output<typeof operator>
  }
  readonly userPoolId: string
  readonly tableName: string
  /** The description for messages. */
  readonly where: string
}

/** Finds the resources of the running local cloud, with the credentials of its operator. */
export const localResources = async (env: NodeJS.ProcessEnv): Promise<Resources> => {
  const site = `http://localhost:${Number(env.PORT ?? defaultPort)}`
  const get = async <S extends z.ZodType>(path: string, shape: S): Promise<z.output<S>> => {
    const response = await fetch(`${site}/_local/${path}`)
    if (!response.ok) throw new Error(`${site} returned ${response.status}. Is it the local cloud?`)
    return shape.parse(await response.json())
  }
  try {
    const { aws, region, userPoolId, tableName } = await get('health', health)
    const settings = { endpoint: aws, region, credentials: await get('operator', operator) }
    return { settings, userPoolId, tableName, where: `the local cloud at ${site}` }
  } catch (error) {
    if (error instanceof TypeError)
      throw new Error(`No local cloud is running at ${site}. Start it with npm start, or pass --stage.`, {
        cause: error,
      })
    throw error
  }
}

/** The stage's settings name its region. Credentials and AWS_ENDPOINT_URL, if set, come from the environment. */
const resourcesInTheCloud = async (stage: CloudStage): Promise<Resources> => {
  const { region } = readSettings(stage)
  const pool = new CognitoIdentityProviderClient({ region })
  const userPoolId = await poolNamed(pool, `advice-${stage}`)
  const tableName = await tableOfStage(new DynamoDBClient({ region }), stage)
  if (userPoolId === undefined || tableName === undefined)
    throw new Error(
      `This account has no user pool and table of advice-${stage} in ${region}: is the stage ${stage} deployed there?`,
    )
  return { settings: { region }, userPoolId, tableName, where: `the stage ${stage}` }
}

const poolNamed = async (client: CognitoIdentityProviderClient, name: string) => {
  for await (const { UserPools } of paginateListUserPools({ client }, { MaxResults: 60 }))
    for (const { Name, Id } of UserPools ?? []) if (Name === name) return Id
  return undefined
}

/**
 * The data stack has one table; CloudFormation names it after stack and construct. A restored one is in the settings.
 */
export const tableOfStage = async (
  client: DynamoDBClient,
  stage: CloudStage,
): Promise<string | undefined> => {
  const { restoredTable } = readSettings(stage)
  if (restoredTable !== undefined) return restoredTable.name
  for await (const { TableNames } of paginateListTables({ client }, {}))
    for (const name of TableNames ?? []) if (name.startsWith(`advice-${stage}-data-Table`)) return name
  return undefined
}
