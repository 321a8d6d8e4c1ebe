import type { Operation } from '#shared/contract/operation.ts'
import type { Severity } from '#shared/values/metrics.ts'

/** DynamoDB actions. A transaction needs the action of each of its items. `QueryIndex` is Query on the indexes. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'QueryIndex'

export type UserPoolAction =
  | 'AdminCreateUser'
  | 'AdminSetUserPassword'
  | 'AdminGetUser'
  | 'AdminUpdateUserAttributes'
  | 'AdminInitiateAuth'
  | 'AdminRespondToAuthChallenge'
  | 'AdminUserGlobalSignOut'
  | 'AdminListGroupsForUser'
  | 'AdminDeleteUser'
  | 'ListUsers'
  | 'ListUsersInGroup'

export type FileAction = 'GetObject' | 'PutObject' | 'DeleteObject'

/** `ListBucket` lists the whole bucket, the others apply to assets and lists of releases. */
export type SiteFileAction = 'ListBucket' | 'GetObject' | 'DeleteObject'

/**
 * Permissions of a function. Each one adds the matching statements to the function's IAM role and the matching
 * variables to its environment (env.ts). Nothing else is granted.
 */
export interface Permissions {
  readonly table?: readonly TableAction[]
  readonly userPool?: readonly UserPoolAction[]
  /** Objects under `library/` in the library bucket. */
  readonly files?: readonly FileAction[]
  /** Objects under `quarantine/`, which holds uploads until they are checked. */
  readonly quarantine?: readonly FileAction[]
  /** Assets and lists of releases in the site's bucket. `GetObject` is for the lists only. */
  readonly siteFiles?: readonly SiteFileAction[]
  readonly email?: readonly 'SendEmail'[]
  /** `api`: the secret key. `webhook`: the signing secrets of the webhook. */
  readonly stripe?: readonly ('api' | 'webhook')[]
  /** The secret that guest keys are derived from. */
  readonly guestKeys?: true
  /** The key that encrypts the secrets of authenticator apps. */
  readonly secondFactorKey?: true
  /**
   * `identity`: the key that signs chat visitors. `webhook`: the signing secrets of the webhook. `api`: the access to
   * the provider's API. Empty: only the name of the provider.
   */
  readonly chat?: readonly ('identity' | 'webhook' | 'api')[]
  /** Verifies access tokens in the function, because its route is public and the gateway does not. */
  readonly tokens?: true
  /** The domain that passkeys are bound to. */
  readonly passkeys?: true
  /** The URL of the site, for links in emails and for redirects. */
  readonly site?: true
}

export type UserPoolTrigger =
  | 'defineAuthChallenge'
  | 'createAuthChallenge'
  | 'verifyAuthChallengeResponse'
  | 'preTokenGeneration'

/** `ANY` matches the methods that no other route of a path names. */
type RouteMethod = 'GET' | 'HEAD' | 'POST' | 'ANY'

/** The trigger of a function. */
export type Source =
  | { readonly operation: Operation }
  | { readonly routes: readonly { method: RouteMethod; path: `/${string}` }[] }
  | { readonly userPoolTrigger: UserPoolTrigger }
  /** Changes of items whose `entity` is the given one. `alarm`: for records that failed every retry, with its severity. */
  | {
      readonly stream: {
        readonly entity: string
        readonly events: readonly ('INSERT' | 'MODIFY')[]
        readonly alarm: string
        readonly severity: Severity
      }
    }
  /** Events that SES sends through EventBridge about the emails of the stage, by their detail type. */
  | { readonly emailEvents: readonly string[] }
  /** An EventBridge expression: `rate(…)`, or `cron(…)` in UTC. */
  | { readonly schedule: string }

export interface FunctionDefinition {
  /** Name of the folder: `sign-up`. */
  readonly name: string
  /** Folder of the handler, from the project root: `services/identity/sign-up`. */
  readonly folder: string
  readonly source: Source
  readonly permissions: Permissions
  /** Default: 10. Operations that wait for Stripe or the chat provider have 25. */
  readonly timeoutSeconds: number
  /** Default: 512. */
  readonly memoryMb: number
  /**
   * Maximum number of concurrent executions: where cost could run away, and 1 for a schedule that changes anything.
   * EventBridge may deliver an event twice, and operators start runs by hand.
   */
  readonly reservedConcurrency?: number
}

type Draft = Pick<FunctionDefinition, 'folder' | 'source' | 'permissions'> &
  Partial<Pick<FunctionDefinition, 'timeoutSeconds' | 'memoryMb' | 'reservedConcurrency'>>

/**
 * Returns the permissions that `serve` itself needs for an operation: to read the caller's account, count requests
 * against rate limits, and look up the admin group.
 */
const impliedPermissions = (source: Source): Permissions => {
  if (!('operation' in source)) return {}
  const { caller, limits } = source.operation
  const table: TableAction[] = [
    ...(caller === 'anyone' ? [] : (['Query'] as const)),
    ...(limits.length > 0 ? (['UpdateItem'] as const) : []),
  ]
  return {
    ...(table.length > 0 ? { table } : {}),
    ...(caller === 'member' || caller === 'anyAdmin' || caller === 'admin'
      ? { userPool: ['AdminListGroupsForUser'] as const }
      : {}),
    ...(caller === 'optionalAuth' ? { tokens: true } : {}),
  }
}

const union = <T>(a: readonly T[] = [], b: readonly T[] = []): readonly T[] => [...new Set([...a, ...b])]

/** Declares a function: what invokes it and what it may access. Data only, so that `lib` can import it. */
export const defineFunction = (draft: Draft): FunctionDefinition => {
  const implied = impliedPermissions(draft.source)
  const table = union(draft.permissions.table, implied.table)
  const userPool = union(draft.permissions.userPool, implied.userPool)
  return {
    name: draft.folder.slice(draft.folder.lastIndexOf('/') + 1),
    timeoutSeconds: 10,
    memoryMb: 512,
    ...draft,
    permissions: {
      ...draft.permissions,
      ...(implied.tokens ? { tokens: true } : {}),
      ...(table.length > 0 ? { table } : {}),
      ...(userPool.length > 0 ? { userPool } : {}),
    },
  }
}
