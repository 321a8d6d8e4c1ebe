import { Stack } from 'aws-cdk-lib'
import type { IUserPool, IUserPoolClient } from 'aws-cdk-lib/aws-cognito'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager'
import { variablesFor, type VariableName } from '#platform/env.ts'
import type { FunctionDefinition, Permissions, SiteFileAction, TableAction } from '#platform/function.ts'
import { libraryFolder, quarantineFolder } from '#shared/values/library-path.ts'
import { assetsFolder, releasesFolder } from '#shared/values/site-files.ts'
import { configurationSetOf, type Stage } from '../stages.ts'
import { formerTableArn } from './former-table.ts'
import { indexNames } from './service-table.ts'

/** Resources that functions can use. The user pool's triggers are created before the pool and the site. */
export interface SharedResources {
  readonly stage: Stage
  readonly table: ITable
  readonly library: IBucket
  readonly stripeSecretKey: ISecret
  readonly stripeWebhookSecret: ISecret
  readonly guestKeySecret: ISecret
  readonly secondFactorKey: ISecret
  readonly chatIdentityKey: ISecret
  readonly chatWebhookSecret: ISecret
  readonly chatApiAccess: ISecret
  readonly userPool?: IUserPool
  readonly userPoolClient?: IUserPoolClient
  readonly siteUrl?: string
  readonly site?: IBucket
}

/** Returns the URL of the pool's public keys. */
const keysUrlOf = ({ stage, userPool }: SharedResources): string | undefined => {
  if (!userPool) return undefined
  const pool =
    stage.endpoints === undefined
      ? `https://${userPool.userPoolProviderName}`
      : `${stage.endpoints.userPool}/${userPool.userPoolId}`
  return `${pool}/.well-known/jwks.json`
}

/** Returns the address of the chat provider's API, or an empty text if the provider has no API that we use. */
const chatApiBaseOf = ({ chat }: Stage): string => (chat && 'baseUrl' in chat ? chat.baseUrl : '')

/** Returns the value of each variable, `undefined` if its resource does not exist yet. */
const valuesOf = (resources: SharedResources): Record<VariableName, string | undefined> => ({
  STAGE: resources.stage.name,
  TABLE_NAME: resources.table.tableName,
  USER_POOL_ID: resources.userPool?.userPoolId,
  USER_POOL_CLIENT_ID: resources.userPoolClient?.userPoolClientId,
  LIBRARY_BUCKET: resources.library.bucketName,
  SITE_BUCKET: resources.site?.bucketName,
  MAIL_FROM: resources.stage.mailFrom,
  EMAIL_CONFIGURATION: configurationSetOf(resources.stage),
  STRIPE_API_BASE: resources.stage.stripeApiBase,
  STRIPE_LIVE_MODE: String(resources.stage.stripeLiveMode),
  STRIPE_SECRET_KEY_ID: resources.stripeSecretKey.secretArn,
  STRIPE_WEBHOOK_SECRET_ID: resources.stripeWebhookSecret.secretArn,
  GUEST_KEY_SECRET_ID: resources.guestKeySecret.secretArn,
  SECOND_FACTOR_KEY_ID: resources.secondFactorKey.secretArn,
  CHAT_PROVIDER: resources.stage.chat?.provider ?? 'none',
  CHAT_IDENTITY_KEY_ID: resources.chatIdentityKey.secretArn,
  CHAT_WEBHOOK_SECRET_ID: resources.chatWebhookSecret.secretArn,
  CHAT_API_BASE: chatApiBaseOf(resources.stage),
  CHAT_API_ACCESS_ID: resources.chatApiAccess.secretArn,
  TOKEN_ISSUER: resources.userPool && `https://${resources.userPool.userPoolProviderName}`,
  TOKEN_KEYS_URL: keysUrlOf(resources),
  TOKEN_CLIENT_ID: resources.userPoolClient?.userPoolClientId,
  PASSKEY_DOMAIN: resources.stage.passkeyDomain ?? '',
  SITE_URL: resources.siteUrl,
  // Seconds for which the extension keeps a secret. Its default is 300.
  SECRETS_MANAGER_TTL: '60',
})

/** Returns the environment of a function: exactly the variables of its permissions. */
export const environmentOf = (
  { name, permissions }: FunctionDefinition,
  resources: SharedResources,
): Record<string, string> => {
  const values = valuesOf(resources)
  return Object.fromEntries(
    variablesFor(permissions).map((variable) => {
      const value = values[variable]
      if (value === undefined)
        throw new Error(`${name} cannot use ${variable}: the resource is created later`)
      return [variable, value]
    }),
  )
}

const allow = (actions: readonly string[], ...resources: string[]): PolicyStatementProps[] =>
  actions.length > 0 ? [{ actions: [...actions], resources }] : []

const tableStatements = (actions: readonly TableAction[], { stage, table }: SharedResources) => {
  const arns = [table.tableArn, formerTableArn(stage, table)].filter((arn) => arn !== undefined)
  return [
    ...allow(
      actions.filter((action) => action !== 'QueryIndex').map((action) => `dynamodb:${action}`),
      ...arns,
    ),
    ...(actions.includes('QueryIndex')
      ? allow(
          ['dynamodb:Query'],
          ...arns.flatMap((arn) => indexNames.map((index) => `${arn}/index/${index}`)),
        )
      : []),
  ]
}

/**
 * Allows emails from the stage's sender with the stage's configuration set. SES checks the permission for the identity
 * of the sender's address, or of its domain if the address has no identity. In the sandbox, it also checks the identity
 * of the recipient, which is not known in advance. The condition limits the sender anyway.
 */
const emailStatements = (
  actions: readonly string[],
  { stage, table }: SharedResources,
): PolicyStatementProps[] => {
  const domain = stage.mailFrom.slice(stage.mailFrom.lastIndexOf('@') + 1)
  const identities = stage.emailsFromSandbox ? ['*'] : [domain, stage.mailFrom]
  const arnOf = (resource: string, resourceName: string) =>
    Stack.of(table).formatArn({ service: 'ses', resource, resourceName })
  return [
    {
      actions: actions.map((action) => `ses:${action}`),
      resources: [
        ...identities.map((identity) => arnOf('identity', identity)),
        arnOf('configuration-set', configurationSetOf(stage)),
      ],
      conditions: { StringEquals: { 'ses:FromAddress': stage.mailFrom } },
    },
  ]
}

const userPoolStatements = (actions: readonly string[], { userPool }: SharedResources) => {
  if (!userPool)
    throw new Error(
      'A trigger of the user pool cannot have permissions on the pool: each would need the other first',
    )
  return allow(
    actions.map((action) => `cognito-idp:${action}`),
    userPool.userPoolArn,
  )
}

/** Lists the whole bucket, reads the lists of releases, and deletes these lists and assets. Pages cannot be deleted. */
const siteFileStatements = (actions: readonly SiteFileAction[], { site }: SharedResources) => {
  if (!site) throw new Error('The bucket of the site is created later')
  const resourcesOf: Record<SiteFileAction, string[]> = {
    ListBucket: [site.bucketArn],
    GetObject: [site.arnForObjects(`${releasesFolder}*`)],
    DeleteObject: [site.arnForObjects(`${assetsFolder}*`), site.arnForObjects(`${releasesFolder}*`)],
  }
  return actions.flatMap((action) => allow([`s3:${action}`], ...resourcesOf[action]))
}

/** Returns the secrets that a function can read. */
const secretsOf = (permissions: Permissions, resources: SharedResources): ISecret[] => [
  ...(permissions.stripe?.includes('api') ? [resources.stripeSecretKey] : []),
  ...(permissions.stripe?.includes('webhook') ? [resources.stripeWebhookSecret] : []),
  ...(permissions.guestKeys ? [resources.guestKeySecret] : []),
  ...(permissions.secondFactorKey ? [resources.secondFactorKey] : []),
  ...(permissions.chat?.includes('identity') ? [resources.chatIdentityKey] : []),
  ...(permissions.chat?.includes('webhook') ? [resources.chatWebhookSecret] : []),
  ...(permissions.chat?.includes('api') ? [resources.chatApiAccess] : []),
]

/** Returns the IAM statements of a function: exactly its permissions, each on one resource. */
export const statementsFor = (
  permissions: Permissions,
  resources: SharedResources,
): PolicyStatementProps[] => [
  ...(permissions.table ? tableStatements(permissions.table, resources) : []),
  ...(permissions.userPool ? userPoolStatements(permissions.userPool, resources) : []),
  ...(permissions.files
    ? allow(
        permissions.files.map((action) => `s3:${action}`),
        resources.library.arnForObjects(`${libraryFolder}*`),
      )
    : []),
  ...(permissions.quarantine
    ? allow(
        permissions.quarantine.map((action) => `s3:${action}`),
        resources.library.arnForObjects(`${quarantineFolder}*`),
      )
    : []),
  ...(permissions.siteFiles ? siteFileStatements(permissions.siteFiles, resources) : []),
  ...(permissions.email ? emailStatements(permissions.email, resources) : []),
  ...secretsOf(permissions, resources).flatMap(({ secretArn }) =>
    allow(['secretsmanager:GetSecretValue'], secretArn),
  ),
]
