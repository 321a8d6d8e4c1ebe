import { cloudStageNamed, readStage, type Stage } from '#lib/stages.ts'
import { findStage } from '../admin/find-stage.ts'
import { run as runAdmin } from '../admin/run.ts'
import { parseCommandLine } from '../command-line/options.ts'
import { requireAccountOf } from '../credentials/account.ts'
import { outputOf } from '../ops/outputs.ts'
import type { AccountOptions } from './account.ts'

const usage = `npm run smoke -- --stage <name> [--account] [--without-alarms]
npm run smoke -- --site https://… [--api https://…]

Checks a deployed site over HTTP. Without --account, it changes nothing and needs no account.

--account  opens an account, uses it in all stacks and deletes it, with the AWS credentials of the environment. The account
           is an admin for some seconds and puts a file into the library, so prod does not allow this.
--without-alarms  does not check whether the address for alarms has confirmed them`

/**
 * SES's simulator accepts every address of this domain:
 * docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html.
 */
const simulator = 'simulator.amazonses.com'

export interface SmokeOptions {
  readonly stage: string | undefined
  readonly site: string | undefined
  readonly api: string | undefined
  readonly withAccount: boolean
  readonly withoutAlarms: boolean
}

/**
 * Parses the command line.
 *
 * @throws Error with the usage
 */
export const readSmokeOptions = (args: string[], env: NodeJS.ProcessEnv): SmokeOptions => {
  const options = {
    stage: { type: 'string' },
    site: { type: 'string' },
    api: { type: 'string' },
    account: { type: 'boolean', default: false },
    'without-alarms': { type: 'boolean', default: false },
  } as const
  const { values } = parseCommandLine({ args, options }, usage, env)
  const { stage, site, api, account: withAccount, 'without-alarms': withoutAlarms } = values
  if (stage === undefined && site === undefined) throw new Error(`No stage or site.\n\n${usage}`)
  const invalid = [site, api].find((address) => address !== undefined && !/^https?:\/\/./.test(address))
  if (invalid !== undefined) throw new Error(`"${invalid}" is not an address.\n\n${usage}`)
  if (withAccount && stage === undefined) throw new Error(`--account needs --stage.\n\n${usage}`)
  if (withAccount && stage === 'prod') throw new Error(`prod does not allow --account.\n\n${usage}`)
  return { stage, site, api, withAccount, withoutAlarms }
}

/**
 * Returns the addresses of the site and its API.
 *
 * @throws Error if a stage is named and the credentials are for another account than its own
 */
export const findSite = async ({
  stage: name,
  site,
  api,
}: SmokeOptions): Promise<{ site: string; api: string | undefined }> => {
  // The alarms and the account of a stage are read with the credentials even if the site is given.
  if (name !== undefined) await requireAccountOf(cloudStageNamed(name))
  if (site !== undefined) return { site, api }
  const stage = readStage(name ?? '')
  return { site: await outputOf(stage, 'SiteUrl'), api: await outputOf(stage, 'ApiUrl') }
}

/** Returns the stage whose alarms are checked, or undefined if none are. */
export const alarmStageOf = ({ stage, withoutAlarms }: SmokeOptions): Stage | undefined =>
  stage === undefined || withoutAlarms ? undefined : readStage(stage)

/** Finds what the steps of an account need, with the credentials of the environment. */
export const accountOptionsOf = async ({ stage }: SmokeOptions, site: string): Promise<AccountOptions> => {
  const { table } = await findStage(stage, process.env)
  const option = stage === undefined ? [] : ['--stage', stage]
  return {
    site,
    table,
    emailDomain: simulator,
    setAdmin: (email, isAdmin) => runAdmin([isAdmin ? 'grant' : 'revoke', email, ...option], process.env),
  }
}
