import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
  ListUsersInGroupCommand,
  UserNotFoundException,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { adminGroup } from '../../../services/platform/user-pool/admins.ts'
import { findPool } from './find-pool.ts'

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
  const { client, userPoolId, where } = await findPool(asked.stage, env)
  if (asked.verb === 'list') {
    const emails = await adminsOf(client, userPoolId)
    return emails.length === 0 ? `Nobody is an admin of ${where}.` : emails.join('\n')
  }
  const target = { UserPoolId: userPoolId, Username: asked.email, GroupName: adminGroup }
  const { verb, email } = asked
  try {
    if (verb === 'grant') await client.send(new AdminAddUserToGroupCommand(target))
    else await client.send(new AdminRemoveUserFromGroupCommand(target))
  } catch (failure) {
    if (!(failure instanceof UserNotFoundException)) throw failure
    throw new Error(`${email} has no account in ${where}: the person signs up first.`, { cause: failure })
  }
  return `${email} is ${verb === 'grant' ? 'now' : 'no longer'} an admin of ${where}.`
}

const adminsOf = async (client: CognitoIdentityProviderClient, userPoolId: string): Promise<string[]> => {
  const emails: string[] = []
  let NextToken: string | undefined
  do {
    const page = await client.send(
      new ListUsersInGroupCommand({ UserPoolId: userPoolId, GroupName: adminGroup, NextToken }),
    )
    for (const { Attributes } of page.Users ?? [])
      emails.push(Attributes?.find(({ Name }) => Name === 'email')?.Value ?? 'an account without an address')
    NextToken = page.NextToken
  } while (NextToken !== undefined)
  return emails.toSorted()
}
