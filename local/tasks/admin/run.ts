import {
  AdminAddUserToGroupCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  ListUsersInGroupCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { auditWrite } from '../../../services/platform/audit.ts'
import { adminGroup } from '../../../services/platform/user-pool/admins.ts'
import { findStage, type FoundStage } from './find-stage.ts'

const usage = `npm run admin -- grant|revoke <email> [--stage <name>]
npm run admin -- list [--stage <name>]

Without --stage it is about the local cloud, which has to run (PORT tells where).`

type Asked =
  | { readonly verb: 'grant' | 'revoke'; readonly email: string; readonly stage: string | undefined }
  | { readonly verb: 'list'; readonly stage: string | undefined }

/** Reads the command line. Throws with how it is written. */
export const readArguments = (args: readonly string[]): Asked => {
  const at = args.indexOf('--stage')
  const stage = at < 0 ? undefined : args[at + 1]
  const rest = at < 0 ? args : args.toSpliced(at, 2)
  const [verb, email, ...more] = rest
  if ((at >= 0 && !stage) || more.length > 0) throw new Error(usage)
  if (verb === 'list' && email === undefined) return { verb, stage }
  if ((verb === 'grant' || verb === 'revoke') && email?.includes('@'))
    return { verb, email: email.trim().toLowerCase(), stage }
  throw new Error(usage)
}

/** Does what the command line asks, with the credentials of the environment, and says what came of it. */
export const run = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> => {
  const asked = readArguments(args)
  const stage = await findStage(asked.stage, env)
  if (asked.verb !== 'list') return change(stage, asked.verb, asked.email)
  const emails = await adminsOf(stage)
  return emails.length === 0 ? `Nobody is an admin of ${stage.where}.` : emails.join('\n')
}

/**
 * Makes somebody an admin, or no longer one. The pool and the table share no transaction, so the act is
 * recorded first: at worst the record tells of an attempt, and nothing is ever done without one.
 */
const change = async (stage: FoundStage, verb: 'grant' | 'revoke', email: string): Promise<string> => {
  const { pool, userPoolId, table, operatorId, where } = stage
  const userId = await idOf(stage, email)
  const target = { UserPoolId: userPoolId, Username: userId, GroupName: adminGroup }
  if ((await isAdmin(stage, userId)) === (verb === 'grant'))
    return `${email} is ${verb === 'grant' ? 'an admin already' : 'no admin'} of ${where}: nothing to do.`
  await table.transact(
    auditWrite({
      act: verb === 'grant' ? 'admin-granted' : 'admin-revoked',
      by: { id: operatorId, kind: 'operator' },
      subject: { kind: 'user', id: userId },
      now: new Date(),
    }),
  )
  if (verb === 'grant') await pool.send(new AdminAddUserToGroupCommand(target))
  else await pool.send(new AdminRemoveUserFromGroupCommand(target))
  return `${email} is ${verb === 'grant' ? 'now' : 'no longer'} an admin of ${where}.`
}

const idOf = async ({ pool, userPoolId, where }: FoundStage, email: string): Promise<string> => {
  try {
    const user = await pool.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email }))
    const sub = user.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value
    if (sub === undefined) throw new Error(`The user pool knows no id of ${email}`)
    return sub
  } catch (failure) {
    if (!(failure instanceof UserNotFoundException)) throw failure
    throw new Error(`${email} has no account in ${where}: the person signs up first.`, { cause: failure })
  }
}

const isAdmin = async ({ pool, userPoolId }: FoundStage, userId: string): Promise<boolean> => {
  const { Groups } = await pool.send(
    new AdminListGroupsForUserCommand({ UserPoolId: userPoolId, Username: userId }),
  )
  return (Groups ?? []).some(({ GroupName }) => GroupName === adminGroup)
}

const adminsOf = async ({ pool, userPoolId }: FoundStage): Promise<string[]> => {
  const emails: string[] = []
  let NextToken: string | undefined
  do {
    const page = await pool.send(
      new ListUsersInGroupCommand({ UserPoolId: userPoolId, GroupName: adminGroup, NextToken }),
    )
    for (const { Attributes } of page.Users ?? [])
      emails.push(Attributes?.find(({ Name }) => Name === 'email')?.Value ?? 'an account without an address')
    NextToken = page.NextToken
  } while (NextToken !== undefined)
  return emails.toSorted()
}
