import { cloudStageNamed, readStage, type Stage } from '#lib/stages.ts'
import { requireAccountOf } from '../credentials/account.ts'
import { requireDeployable } from '../deploy/deployed-settings.ts'
import { readOpsCommand } from './arguments.ts'
import { backfillSearchOf } from './backfill-search.ts'
import { emails } from './emails.ts'
import { errors } from './errors.ts'
import { find } from './find.ts'
import { runFunction } from './invoke.ts'
import { missingLogins } from './missing-logins.ts'
import { redrive } from './redrive.ts'
import { runRestore } from './restore.ts'
import { rotate } from './rotate.ts'

const runRedrive = async (stage: Stage): Promise<void> => {
  const { text, isComplete } = await redrive(stage)
  console.log(text)
  if (!isComplete)
    throw new Error(
      'Not everything was sent and processed. Correct the cause, then repeat the command: no email is sent twice.',
    )
}

/** Runs a command of the engineer on call, with the credentials of the environment. */
export const run = async (args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<void> => {
  const { verb, subject, hours, ...options } = readOpsCommand(args, env)
  if (verb === 'restore') return runRestore(options, env)
  const name = cloudStageNamed(options.stage)
  const stage = readStage(name)
  await requireAccountOf(name)
  switch (verb) {
    case 'find':
      return console.log(await find(stage, subject, hours))
    case 'errors':
      return console.log(await errors(stage, hours))
    case 'emails':
      return console.log(await emails(stage, hours))
    case 'run':
      return console.log(await runFunction(stage, subject, options.event))
    case 'redrive':
      return runRedrive(stage)
    case 'backfill-search':
      return console.log(await backfillSearchOf(name, options))
    case 'missing-logins':
      return console.log(await missingLogins(stage, options.confirm))
    case 'rotate':
      if (subject === 'origin-secret') await requireDeployable(stage, 'originSecretVersions')
      return rotate(stage, name, subject)
  }
}
