import { parseArgs } from 'node:util'
import { cloudStageNamed, cloudStages, readStage, type Stage } from '#lib/stages.ts'
import { requireAccountOf } from '../credentials/account.ts'
import { backfillSearchOf } from './backfill-search.ts'
import { errors } from './errors.ts'
import { find } from './find.ts'
import { runFunction } from './invoke.ts'
import { missingLogins } from './missing-logins.ts'
import { redrive } from './redrive.ts'
import { runRestore } from './restore.ts'
import { rotate } from './rotate.ts'

const usage = `npm run ops -- find <request id> --stage ${cloudStages.join('|')} [--hours 24]
npm run ops -- errors --stage <name> [--hours 24]
npm run ops -- run <function> --stage <name> [--event <file>]
npm run ops -- redrive --stage <name>
npm run ops -- rotate <secret> --stage <name>
npm run ops -- restore --stage <name>|local --to <time> [--confirm <name>]
npm run ops -- backfill-search --stage <name> [--again]
npm run ops -- missing-logins --stage <name> [--confirm <number>]

find      prints every log line with the request id
errors    counts failed requests by route, and errors of functions, with the latest of each
run       runs a function with a schedule now, and waits for its result. With --event, passes on an event
redrive   sends the emails that are waiting, and processes again what is in the dead-letter queues. Fails if something
          is left
rotate    changes a secret and shows that the new one works. A secret that another service issues is read
          from the standard input; origin-secret is generated
restore   restores the table to a time (2026-03-01T09:30:00Z) beside the live one, compares the two, and switches
          to it after you have typed the name of the stage
backfill-search  adds missing search entries of accounts and removes former ones, and reads the texts of library files
          that have none; with --again, those of all files
missing-logins   lists the accounts without a login in the user pool. With the number that you checked, closes them`

/**
 * Parses the command line.
 *
 * @throws Error with the usage
 */
export const readArguments = (args: readonly string[]) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      stage: { type: 'string' },
      hours: { type: 'string', default: '24' },
      to: { type: 'string' },
      confirm: { type: 'string' },
      event: { type: 'string' },
      again: { type: 'boolean', default: false },
    },
  })
  const [verb = '', subject, ...more] = positionals
  if (more.length > 0) throw new Error(usage)
  if (!values.stage) throw new Error(`No stage.\n\n${usage}`)
  return { verb, subject, ...values, stage: values.stage, hours: Number(values.hours) }
}

const runRedrive = async (stage: Stage): Promise<void> => {
  const { text, isComplete } = await redrive(stage)
  console.log(text)
  if (!isComplete) throw new Error('Not everything was sent and processed.')
}

/** Runs a command of the engineer on call, with the credentials of the environment. */
export const run = async (args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<void> => {
  const { verb, subject, hours, ...options } = readArguments(args)
  if (verb === 'restore' && subject === undefined)
    return runRestore({ to: undefined, confirm: undefined, ...options }, env)
  const name = cloudStageNamed(options.stage)
  const stage = readStage(name)
  await requireAccountOf(name)
  if (verb === 'find' && subject && hours > 0) console.log(await find(stage, subject, hours))
  else if (verb === 'errors' && subject === undefined && hours > 0) console.log(await errors(stage, hours))
  else if (verb === 'run' && subject) console.log(await runFunction(stage, subject, options.event))
  else if (verb === 'redrive' && subject === undefined) await runRedrive(stage)
  else if (verb === 'backfill-search' && subject === undefined)
    console.log(await backfillSearchOf(name, options))
  else if (verb === 'missing-logins' && subject === undefined)
    console.log(await missingLogins(stage, options.confirm))
  else if (verb === 'rotate' && subject) await rotate(stage, name, subject)
  else throw new Error(usage)
}
