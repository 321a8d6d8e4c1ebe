import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { readSettings } from '#lib/stage-settings.ts'
import { cloudStageNamed, type CloudStage, type Stage } from '#lib/stages.ts'
import { Table } from '#platform/table/table.ts'
import { requireAccountOf } from '../credentials/account.ts'
import { readStartOptions } from '../start/options.ts'

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
/** The response to a request for the health of a local cloud that is not ready. */
const starting = z.object({ ready: z.literal(false) })
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
  const site = `http://localhost:${readStartOptions([], env).port}`
  const get = async <S extends z.ZodType>(path: string, shape: S): Promise<z.output<S>> => {
    const response = await fetch(`${site}/_local/${path}`)
    const body = await response.json().catch(() => undefined)
    if (response.status === 503 && starting.safeParse(body).success)
      throw new Error(`The local cloud at ${site} is still starting: repeat the command when it is ready.`)
    const { data } = shape.safeParse(body)
    if (!response.ok || data === undefined)
      throw new Error(
        `The program at ${site} is not the local cloud: set PORT to that of npm start, or pass --stage.`,
      )
    return data
  }
  try {
    const { aws, region, userPoolId, tableName } = await get('health', health)
    const settings = { endpoint: aws, region, credentials: await get('operator', operator) }
    return { settings, userPoolId, tableName, where: `the local cloud at ${site}` }
  } catch (error) {
    if (error instanceof TypeError)
      throw new Error(
        `No local cloud is running at ${site}. Start it with npm start, or name a stage of AWS with --stage.`,
        { cause: error },
      )
    throw error
  }
}

/** The stage's settings name its region. Credentials and AWS_ENDPOINT_URL, if set, come from the environment. */
const resourcesInTheCloud = async (name: CloudStage): Promise<Resources> => {
  const { region } = readSettings(name)
  await requireAccountOf(name)
  const found = await deployedResources({ name, region })
  return { ...found, settings: { region }, where: `the stage ${name}` }
}

/**
 * Returns the table and the user pool that the deployed functions use. After a failed first deployment, or a removed
 * stage, the account may have others with the same name, which were retained.
 *
 * @throws Error if the stage is not deployed
 */
export const deployedResources = async ({
  name,
  region,
}: Pick<Stage, 'name' | 'region'>): Promise<Pick<Resources, 'tableName' | 'userPoolId'>> => {
  const FunctionName = `advice-${name}-get-access`
  try {
    const { Environment } = await new LambdaClient({ region }).send(
      new GetFunctionConfigurationCommand({ FunctionName }),
    )
    const { TABLE_NAME: tableName, USER_POOL_ID: userPoolId } = Environment?.Variables ?? {}
    if (!tableName || !userPoolId) throw new Error(`${FunctionName} names no table and user pool.`)
    return { tableName, userPoolId }
  } catch (cause) {
    if (!(cause instanceof ResourceNotFoundException)) throw cause
    throw new Error(
      `This account has no function ${FunctionName} in ${region}: deploy the stage ${name}, or use the credentials of its account.`,
      { cause },
    )
  }
}
