import type { Operation } from '../../shared/contract/operation.ts'

/** The table actions that IAM knows. A transaction needs the action of each of its parts. */
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
  | 'ListUsersInGroup'

export type FileAction = 'GetObject' | 'PutObject' | 'DeleteObject'

/**
 * What a function may touch. Each need becomes exactly the permissions of the function's role and the
 * variables of its environment (env.ts): nothing is granted that is not written here.
 */
export interface Needs {
  readonly table?: readonly TableAction[]
  readonly userPool?: readonly UserPoolAction[]
  /** Objects below `library/` in the library bucket. */
  readonly files?: readonly FileAction[]
  /** Objects below `quarantine/`, where uploads wait to be checked. */
  readonly quarantine?: readonly FileAction[]
  readonly mail?: readonly 'SendEmail'[]
  /** `api`: the secret key. `webhook`: the signing secrets of the webhook. */
  readonly stripe?: readonly ('api' | 'webhook')[]
  /** The secret from which the keys of guest passes are made. */
  readonly guestKeys?: true
  /** `identity`: the key that visitors are signed with. `webhook`: the signing secrets of the webhook. */
  readonly chat?: readonly ('identity' | 'webhook')[]
  /** Checks access tokens by itself, because its route is open to strangers as well. */
  readonly tokens?: true
  /** The address of the site, for links in mails and for redirects. */
  readonly site?: true
}

export type UserPoolTrigger =
  'defineAuthChallenge' | 'createAuthChallenge' | 'verifyAuthChallengeResponse' | 'preTokenGeneration'

/** What calls a function. */
export type Source =
  | { readonly operation: Operation }
  | { readonly routes: readonly { method: 'GET' | 'POST'; path: `/${string}` }[] }
  | { readonly userPoolTrigger: UserPoolTrigger }
  /** New and changed items whose `entity` is the given one. */
  | { readonly stream: { readonly entity: string } }
  /** The clock: an expression of EventBridge, `rate(…)` or `cron(…)` in UTC. */
  | { readonly schedule: string }

export interface FunctionDefinition {
  /** The same word as the folder: `sign-up`. */
  readonly name: string
  /** Folder of the handler, from the root of the project: `services/identity/sign-up`. */
  readonly folder: string
  readonly source: Source
  readonly needs: Needs
  readonly timeoutSeconds: number
  readonly memoryMb: number
  /** An upper bound on parallel runs, where cost could run away. */
  readonly reservedConcurrency?: number
}

type Draft = Pick<FunctionDefinition, 'folder' | 'source' | 'needs'> &
  Partial<Pick<FunctionDefinition, 'timeoutSeconds' | 'memoryMb' | 'reservedConcurrency'>>

/**
 * What `serve` itself needs to answer an operation: the caller's items, the counters of its limits, and
 * the live look at the admin group.
 */
const impliedNeeds = (source: Source): Needs => {
  if (!('operation' in source)) return {}
  const { caller, limits } = source.operation
  const table: TableAction[] = [
    ...(caller === 'anyone' ? [] : (['Query'] as const)),
    ...(limits.length > 0 ? (['UpdateItem'] as const) : []),
  ]
  return {
    ...(table.length > 0 ? { table } : {}),
    ...(caller === 'member' || caller === 'admin' ? { userPool: ['AdminListGroupsForUser'] as const } : {}),
    ...(caller === 'eitherWay' ? { tokens: true } : {}),
  }
}

const union = <T>(a: readonly T[] = [], b: readonly T[] = []): readonly T[] => [...new Set([...a, ...b])]

/** Declares a function: what calls it and what it may touch. Data only, so that lib can read it. */
export const defineFunction = (draft: Draft): FunctionDefinition => {
  const implied = impliedNeeds(draft.source)
  const table = union(draft.needs.table, implied.table)
  const userPool = union(draft.needs.userPool, implied.userPool)
  return {
    name: draft.folder.slice(draft.folder.lastIndexOf('/') + 1),
    timeoutSeconds: 10,
    memoryMb: 512,
    ...draft,
    needs: {
      ...draft.needs,
      ...(implied.tokens ? { tokens: true } : {}),
      ...(table.length > 0 ? { table } : {}),
      ...(userPool.length > 0 ? { userPool } : {}),
    },
  }
}
