import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { readSettings, type StageSettings } from '#lib/stage-settings.ts'
import type { CloudStage, Stage } from '#lib/stages.ts'
import { reasonOf } from '../command-line/reason.ts'

/** Errors of the network, of name resolution and of TLS, by the code that Node.js gives them. */
const networkErrors =
  /^(E(NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|PROTO|CONN\w+|\w+UNREACH)|\w*CERT\w*|UNABLE_TO_\w+)$/

const isNetworkError = (error: Error): boolean =>
  // The SDK gives no code to a connection that took too long.
  error.name === 'TimeoutError' || ('code' in error && networkErrors.test(String(error.code)))

/** Returns whether AWS rejected the call because of its load, whatever the credentials are. */
const isOverload = (error: Error): boolean =>
  /throttl|TooManyRequests/i.test(error.name) || ('$fault' in error && error.$fault === 'server')

/** Returns what went wrong and what the operator can do, in one line. */
const explain = (cause: unknown): string => {
  const reason = reasonOf(cause).replace(/\.$/, '')
  if (cause instanceof Error && isNetworkError(cause))
    return `AWS could not be reached: ${reason}. Check the network.`
  if (cause instanceof Error && isOverload(cause))
    return `AWS could not check the credentials: ${reason}. Repeat the command in a minute.`
  return `No usable AWS credentials: ${reason}. Sign in with aws sso login or set AWS_PROFILE.`
}

/**
 * Returns why CDK would use other credentials than the SDK, or undefined if both use the same. CDK prefers access keys
 * to a profile, as the AWS command line does, and the SDK does not.
 */
const ambiguityOf = (env: NodeJS.ProcessEnv): string | undefined => {
  const hasKeys = Boolean(env['AWS_ACCESS_KEY_ID'] && env['AWS_SECRET_ACCESS_KEY'])
  if (env['AWS_PROFILE'])
    return hasKeys
      ? 'AWS_PROFILE and AWS_ACCESS_KEY_ID are both set: CDK would use the access key, and this check the profile. Unset one of them.'
      : undefined
  return env['AWS_DEFAULT_PROFILE'] && !hasKeys
    ? 'AWS_DEFAULT_PROFILE is set: CDK would use it, and this check does not. Set AWS_PROFILE instead.'
    : undefined
}

/**
 * Returns the account of the credentials in the environment.
 *
 * @throws Error that says in one line whether the credentials or the network are missing, AWS is busy, or the
 *   credentials are ambiguous
 */
export const accountOf = async (region: string): Promise<string> => {
  const ambiguity = ambiguityOf(process.env)
  if (ambiguity !== undefined) throw new Error(ambiguity)
  try {
    const { Account } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}))
    return Account ?? ''
  } catch (cause) {
    throw new Error(explain(cause), { cause })
  }
}

/**
 * Checks that the credentials are for the stage's account. Another account may have a stage of the same name. Returns
 * the account.
 *
 * @throws Error that names both accounts
 */
export const requireAccount = async (
  { name, region }: Pick<Stage, 'name' | 'region'>,
  settings: Pick<StageSettings, 'account'>,
): Promise<string> => {
  const account = await accountOf(region)
  if (settings.account === undefined || settings.account === account) return account
  throw new Error(
    `These credentials are for the account ${account}, but ${name} belongs to ${settings.account}. Nothing was changed.`,
  )
}

/** Checks the credentials before a command uses a stage, as `requireAccount` does. */
export const requireAccountOf = async (name: CloudStage): Promise<void> => {
  const settings = readSettings(name)
  await requireAccount({ name, region: settings.region }, settings)
}
