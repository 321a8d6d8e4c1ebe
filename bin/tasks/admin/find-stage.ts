import {
  CognitoIdentityProviderClient,
  paginateListUserPools,
} from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { readSettings } from '#lib/stage-settings.ts'
import { cloudStageNamed } from '#lib/stages.ts'
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
export const findStage = (stage: string | undefined, env: NodeJS.ProcessEnv): Promise<FoundStage> =>
  stage === undefined ? localStage(Number(env.PORT ?? defaultPort)) : stageInTheCloud(stage)

const health = z.object({
  aws: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  tableName: z.string(),
})
const operator = z.object({ accessKeyId: z.string(), secretAccessKey: z.string(), sessionToken: z.string() })

const tableOf = (client: DynamoDBClient, name: string) => new Table(DynamoDBDocumentClient.from(client), name)

const localStage = async (port: number): Promise<FoundStage> => {
  const site = `http://localhost:${port}`
  const get = async <S extends z.ZodType>(path: string, shape: S): Promise<z.output<S>> => {
    const response = await fetch(`${site}/_local/${path}`)
    if (!response.ok) throw new Error(`${site} returned ${response.status}. Is it the local cloud?`)
    return shape.parse(await response.json())
  }
  try {
    const { aws, region, userPoolId, tableName } = await get('health', health)
    const settings = { endpoint: aws, region, credentials: await get('operator', operator) }
    return {
      pool: new CognitoIdentityProviderClient(settings),
      userPoolId,
      table: tableOf(new DynamoDBClient(settings), tableName),
      operatorId: settings.credentials.accessKeyId,
      where: `the local cloud at ${site}`,
    }
  } catch (error) {
    if (error instanceof TypeError)
      throw new Error(`No local cloud is running at ${site}. Start it with npm start, or pass --stage.`, {
        cause: error,
      })
    throw error
  }
}

/** The stage's settings name its region. Credentials and AWS_ENDPOINT_URL, if set, come from the environment. */
const stageInTheCloud = async (stage: string): Promise<FoundStage> => {
  const { region } = readSettings(cloudStageNamed(stage))
  const pool = new CognitoIdentityProviderClient({ region })
  const client = new DynamoDBClient({ region })
  const [userPoolId, tableName] = [await poolNamed(pool, `advice-${stage}`), await tableIn(client, stage)]
  if (userPoolId === undefined || tableName === undefined)
    throw new Error(
      `This account has no user pool and table of advice-${stage} in ${region}: is the stage ${stage} deployed there?`,
    )
  const { accessKeyId } = await client.config.credentials()
  const where = `the stage ${stage}`
  return { pool, userPoolId, table: tableOf(client, tableName), operatorId: accessKeyId, where }
}

const poolNamed = async (client: CognitoIdentityProviderClient, name: string) => {
  for await (const { UserPools } of paginateListUserPools({ client }, { MaxResults: 60 }))
    for (const { Name, Id } of UserPools ?? []) if (Name === name) return Id
  return undefined
}

/** The data stack has one table; CloudFormation names it after stack and construct. */
const tableIn = async (client: DynamoDBClient, stage: string) => {
  for await (const { TableNames } of paginateListTables({ client }, {}))
    for (const name of TableNames ?? []) if (name.startsWith(`advice-${stage}-data-Table`)) return name
  return undefined
}
