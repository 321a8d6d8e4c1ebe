import {
  AdminAddUserToGroupCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  ListUsersInGroupCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import type { AdminAction } from '#shared/contract/admin.ts'
import { maxUsernameLength } from '#shared/contract/fields.ts'
import { findIdByAddress } from '#platform/account/address.ts'
import { auditWrite } from '#platform/table/audit.ts'
import { adminGroup } from '#platform/user-pool/admins.ts'
import { secondFactorRepository } from '#services/identity/public.ts'
import { parseCommandLine } from '../command-line/options.ts'
import { unknownCommand } from '../command-line/unknown-command.ts'
import { allowEmail, emailStatus } from './email-status.ts'
import { endSessions } from './end-sessions.ts'
import { findStage, type FoundStage } from './find-stage.ts'
import { memberEmails } from './member-emails.ts'

const usage = `npm run admin -- grant|revoke|reset-second-factor|end-sessions <email> [--stage <name>]
npm run admin -- email-status|allow-email <email> [--stage <name>]
npm run admin -- list|member-emails [--stage <name>]

grant                makes a signed-up user an admin
revoke               removes the role of an admin, and the second factor
reset-second-factor  removes the authenticator app of an admin, who sets up another at the next visit to /admin
end-sessions         signs a user out everywhere
email-status         says whether emails to an address are stopped and why, and lists the latest ones
allow-email          sends emails to an address again
list                 prints the addresses of all admins
member-emails        prints the addresses of members and of customers whose payment is due, without stopped ones

Without --stage, the command uses the local cloud, which must be running (on PORT, default 3000).`

/** Commands about one address. */
const verbs = [
  'grant',
  'revoke',
  'reset-second-factor',
  'end-sessions',
  'email-status',
  'allow-email',
] as const
type Verb = (typeof verbs)[number]

/** Returns whether a command is about an account. The others also accept the address of a contact message. */
const isAboutAccount = (verb: Verb): boolean => verb !== 'email-status' && verb !== 'allow-email'

/** Commands about all accounts. */
const lists = ['list', 'member-emails'] as const
type ListVerb = (typeof lists)[number]

export const adminCommands = [...verbs, ...lists]

type Command =
  | { readonly verb: Verb; readonly email: string; readonly stage: string | undefined }
  | { readonly verb: ListVerb; readonly stage: string | undefined }

/**
 * Parses the command line.
 *
 * @throws Error that says what is wrong, with the usage
 */
export const readAdminCommand = (args: readonly string[], env: NodeJS.ProcessEnv): Command => {
  const problem = (text: string) => new Error(`${text}\n\n${usage}`)
  const { positionals, values } = parseCommandLine(
    { args: [...args], allowPositionals: true, options: { stage: { type: 'string' } } },
    usage,
    env,
  )
  const { stage } = values
  if (stage === '') throw problem('--stage is followed by the name of a stage.')
  const [name = '', ...rest] = positionals
  const list = lists.find((one) => one === name)
  if (list !== undefined) {
    if (rest[0] !== undefined) throw problem(`"${rest[0]}" is one word too many.`)
    return { verb: list, stage }
  }
  const verb = verbs.find((one) => one === name)
  if (verb === undefined) throw problem(unknownCommand(name, adminCommands))
  const [email = '', surplus] = rest
  if (surplus !== undefined) throw problem(`"${surplus}" is one word too many.`)
  if (email === '') throw problem(`${verb} is followed by an email address.`)
  if (!email.includes('@')) throw problem(`"${email}" is not an email address.`)
  const address = email.trim().toLowerCase()
  if (address.length > maxUsernameLength && isAboutAccount(verb))
    throw problem(`The email address of an account has at most ${maxUsernameLength} characters.`)
  return { verb, email: address, stage }
}

/** Runs the command with the credentials of the environment and returns a message about the result. */
export const run = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> => {
  const command = readAdminCommand(args, env)
  const stage = await findStage(command.stage, env)
  if (!('email' in command))
    return command.verb === 'list' ? listAdmins(stage) : memberEmails(stage, new Date())
  if (command.verb === 'reset-second-factor') return resetSecondFactor(stage, command.email)
  if (command.verb === 'end-sessions') {
    // The table knows the account even while the pool fails.
    const userId = await findIdByAddress(stage.table, command.email)
    if (userId === undefined) throw noAccount(stage, command.email)
    await audit(stage, 'sessions-ended', userId)
    return endSessions(stage, { userId, email: command.email })
  }
  if (command.verb === 'email-status') return emailStatus(stage.table, command.email)
  if (command.verb === 'allow-email') return allowEmail(stage, command.email)
  return change(stage, command.verb, command.email)
}

const listAdmins = async (stage: FoundStage): Promise<string> => {
  const emails = await adminsOf(stage)
  return emails.length === 0 ? `There are no admins in ${stage.where}.` : emails.join('\n')
}

/**
 * Grants or revokes the admin role. The pool and the table share no transaction, so the audit entry is written
 * first: it may describe a failed attempt, but no change goes unrecorded. A former admin loses the second factor, even
 * if an earlier attempt stopped before that.
 */
const change = async (stage: FoundStage, verb: 'grant' | 'revoke', email: string): Promise<string> => {
  const { pool, userPoolId, table, where } = stage
  const userId = await idOf(stage, email)
  const target = { UserPoolId: userPoolId, Username: userId, GroupName: adminGroup }
  const factors = secondFactorRepository(table)
  if (verb === 'revoke' && !(await isAdmin(stage, userId))) await factors.remove(userId)
  if ((await isAdmin(stage, userId)) === (verb === 'grant'))
    return `${email} is ${verb === 'grant' ? 'already' : 'not'} an admin in ${where}. Nothing to do.`
  await audit(stage, verb === 'grant' ? 'admin-granted' : 'admin-revoked', userId)
  if (verb === 'grant') await pool.send(new AdminAddUserToGroupCommand(target))
  else {
    await pool.send(new AdminRemoveUserFromGroupCommand(target))
    await factors.remove(userId)
  }
  return verb === 'grant'
    ? `${email} is now an admin in ${where}. A member who is signed in sees it after the next sign-in, or within 15 minutes.`
    : `${email} is no longer an admin in ${where}.`
}

const audit = async (
  { table, operatorId }: FoundStage,
  action: AdminAction,
  userId: string,
): Promise<void> => {
  await table.transact(
    auditWrite({
      action,
      by: { id: operatorId, kind: 'operator' },
      subject: { kind: 'user', id: userId },
      now: new Date(),
    }),
  )
}

/**
 * Deletes the second factor of an admin, who sets up another at the next visit. Every session then has to enter the new
 * one.
 */
const resetSecondFactor = async (stage: FoundStage, email: string): Promise<string> => {
  const userId = await idOf(stage, email)
  const factors = secondFactorRepository(stage.table)
  if ((await factors.find(userId)) === undefined) {
    await factors.remove(userId)
    return `${email} has no second factor in ${stage.where}. Nothing to do.`
  }
  await audit(stage, 'second-factor-reset', userId)
  await factors.remove(userId)
  return `${email} has no second factor in ${stage.where} any more, and sets one up at the next visit to /admin.`
}

const noAccount = ({ where }: FoundStage, email: string, cause?: unknown): Error =>
  new Error(`${email} has no account in ${where}. The user must sign up first.`, { cause })

const idOf = async (stage: FoundStage, email: string): Promise<string> => {
  const { pool, userPoolId } = stage
  try {
    const user = await pool.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email }))
    const sub = user.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value
    if (sub === undefined) throw new Error(`The user pool returned no id for ${email}`)
    return sub
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error
    throw noAccount(stage, email, error)
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
      emails.push(Attributes?.find(({ Name }) => Name === 'email')?.Value ?? '(account without an address)')
    NextToken = page.NextToken
  } while (NextToken !== undefined)
  return emails.toSorted()
}
