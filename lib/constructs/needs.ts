import { Stack } from 'aws-cdk-lib'
import type { IUserPool, IUserPoolClient } from 'aws-cdk-lib/aws-cognito'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import { variablesFor, type VariableName } from '../../services/platform/env.ts'
import type { FunctionDefinition, Needs, TableAction } from '../../services/platform/function.ts'
import { libraryFolder, quarantineFolder } from '../../shared/values/library-path.ts'
import type { Stage } from '../stages.ts'

/** What there is for functions to use. Triggers of the user pool run before the pool and the site exist. */
export interface Surroundings {
  readonly stage: Stage
  readonly table: ITable
  readonly library: IBucket
  readonly stripeSecretKey: ISecret
  readonly stripeWebhookSecret: ISecret
  readonly guestKeySecret: ISecret
  readonly chatIdentityKey: ISecret
  readonly chatWebhookSecret: ISecret
  readonly originSecret: string
  readonly userPool?: IUserPool
  readonly userPoolClient?: IUserPoolClient
  readonly siteUrl?: string
}

const tableIndexes = ['gsi1', 'gsi2']

/** Where the pool publishes the keys that its tokens are signed with. */
const keysUrlOf = ({ stage, userPool }: Surroundings): string | undefined => {
  if (!userPool) return undefined
  const pool =
    stage.endpoints === undefined
      ? `https://${userPool.userPoolProviderName}`
      : `${stage.endpoints.userPool}/${userPool.userPoolId}`
  return `${pool}/.well-known/jwks.json`
}

/** Text of each variable; `undefined` where the surroundings do not have it. */
const valuesOf = (around: Surroundings): Record<VariableName, string | undefined> => ({
  STAGE: around.stage.name,
  ORIGIN_SECRET: around.originSecret,
  TABLE_NAME: around.table.tableName,
  USER_POOL_ID: around.userPool?.userPoolId,
  USER_POOL_CLIENT_ID: around.userPoolClient?.userPoolClientId,
  LIBRARY_BUCKET: around.library.bucketName,
  MAIL_FROM: around.stage.mailFrom,
  STRIPE_API_BASE: around.stage.stripeApiBase,
  STRIPE_LIVE_MODE: String(around.stage.stripeLiveMode),
  STRIPE_SECRET_KEY_ID: around.stripeSecretKey.secretArn,
  STRIPE_WEBHOOK_SECRET_ID: around.stripeWebhookSecret.secretArn,
  GUEST_KEY_SECRET_ID: around.guestKeySecret.secretArn,
  CHAT_PROVIDER: around.stage.chat?.provider ?? 'none',
  CHAT_IDENTITY_KEY_ID: around.chatIdentityKey.secretArn,
  CHAT_WEBHOOK_SECRET_ID: around.chatWebhookSecret.secretArn,
  TOKEN_ISSUER: around.userPool && `https://${around.userPool.userPoolProviderName}`,
  TOKEN_KEYS_URL: keysUrlOf(around),
  TOKEN_CLIENT_ID: around.userPoolClient?.userPoolClientId,
  SITE_URL: around.siteUrl,
})

/** The environment of a function: exactly the variables of its needs. */
export const environmentOf = (
  { name, needs }: FunctionDefinition,
  around: Surroundings,
): Record<string, string> => {
  const values = valuesOf(around)
  return Object.fromEntries(
    variablesFor(needs).map((variable) => {
      const value = values[variable]
      if (value === undefined) throw new Error(`${name} cannot have ${variable}: it runs before that exists.`)
      return [variable, value]
    }),
  )
}

const allow = (actions: readonly string[], ...resources: string[]): PolicyStatementProps[] =>
  actions.length > 0 ? [{ actions: [...actions], resources }] : []

const tableStatements = (actions: readonly TableAction[], { table }: Surroundings) => [
  ...allow(
    actions.filter((action) => action !== 'QueryIndex').map((action) => `dynamodb:${action}`),
    table.tableArn,
  ),
  ...(actions.includes('QueryIndex')
    ? allow(['dynamodb:Query'], ...tableIndexes.map((index) => `${table.tableArn}/index/${index}`))
    : []),
]

const mailStatements = (
  actions: readonly string[],
  { stage, table }: Surroundings,
): PolicyStatementProps[] => {
  const domain = stage.mailFrom.slice(stage.mailFrom.lastIndexOf('@') + 1)
  return [
    {
      actions: actions.map((action) => `ses:${action}`),
      resources: [Stack.of(table).formatArn({ service: 'ses', resource: 'identity', resourceName: domain })],
      conditions: { StringEquals: { 'ses:FromAddress': stage.mailFrom } },
    },
  ]
}

const userPoolStatements = (actions: readonly string[], { userPool }: Surroundings) => {
  if (!userPool) throw new Error('A trigger of the user pool cannot call the pool: neither exists first.')
  return allow(
    actions.map((action) => `cognito-idp:${action}`),
    userPool.userPoolArn,
  )
}

/** The secrets of a function, each for one purpose. */
const secretsOf = (needs: Needs, around: Surroundings): ISecret[] => [
  ...(needs.stripe?.includes('api') ? [around.stripeSecretKey] : []),
  ...(needs.stripe?.includes('webhook') ? [around.stripeWebhookSecret] : []),
  ...(needs.guestKeys ? [around.guestKeySecret] : []),
  ...(needs.chat?.includes('identity') ? [around.chatIdentityKey] : []),
  ...(needs.chat?.includes('webhook') ? [around.chatWebhookSecret] : []),
]

export const readsSecrets = ({ stripe, guestKeys, chat }: Needs): boolean =>
  stripe !== undefined || guestKeys !== undefined || chat !== undefined

/** The permissions of a function: exactly those of its needs, each on the one thing that it is for. */
export const statementsFor = (needs: Needs, around: Surroundings): PolicyStatementProps[] => [
  ...(needs.table ? tableStatements(needs.table, around) : []),
  ...(needs.userPool ? userPoolStatements(needs.userPool, around) : []),
  ...(needs.files
    ? allow(
        needs.files.map((action) => `s3:${action}`),
        around.library.arnForObjects(`${libraryFolder}*`),
      )
    : []),
  ...(needs.quarantine
    ? allow(
        needs.quarantine.map((action) => `s3:${action}`),
        around.library.arnForObjects(`${quarantineFolder}*`),
      )
    : []),
  ...(needs.mail ? mailStatements(needs.mail, around) : []),
  ...secretsOf(needs, around).flatMap(({ secretArn }) => allow(['secretsmanager:GetSecretValue'], secretArn)),
]
