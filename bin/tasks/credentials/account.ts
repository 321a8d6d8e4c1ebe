import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { readSettings, type StageSettings } from '#lib/stage-settings.ts'
import type { CloudStage, Stage } from '#lib/stages.ts'

/** Errors of the network and of name resolution, by the code that Node.js gives them. */
const networkErrors = /^E(NOTFOUND|AI_AGAIN|TIMEDOUT|CONN\w+|\w+UNREACH)$/

const isNetworkError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && networkErrors.test(String(error.code))

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
 * @throws Error that says in one line whether the credentials or the network are missing, or the credentials are
 *   ambiguous
 */
export const accountOf = async (region: string): Promise<string> => {
  const ambiguity = ambiguityOf(process.env)
  if (ambiguity !== undefined) throw new Error(ambiguity)
  try {
    const { Account } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}))
    return Account ?? ''
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
    throw new Error(
      isNetworkError(cause)
        ? `AWS could not be reached: ${reason}. Check the network.`
        : `No usable AWS credentials: ${reason}. Sign in with aws sso login or set AWS_PROFILE.`,
      { cause },
    )
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
