import { cloudStages } from '#lib/stages.ts'
import { parseCommandLine } from '../command-line/options.ts'
import { unknownCommand } from '../command-line/unknown-command.ts'

const usage = `npm run ops -- find <request id> --stage ${cloudStages.join('|')} [--hours 24]
npm run ops -- errors --stage <name> [--hours 24]
npm run ops -- emails --stage <name> [--hours 24]
npm run ops -- run <function> --stage <name> [--event <file>]
npm run ops -- redrive --stage <name>
npm run ops -- rotate <secret> --stage <name>
npm run ops -- restore --stage <name>|local --to <time> [--confirm <name>]
npm run ops -- restore --stage <name> --deleted
npm run ops -- backfill-search --stage <name> [--again]
npm run ops -- missing-logins --stage <name> [--confirm <number>]

find      prints every log line with the request id
errors    counts failed requests by route, and errors of functions, with the latest of each
emails    counts the emails that were sent, bounced or reported as spam, by hour, or by day if --hours is over 48
run       runs a scheduled function now, and waits for its result. With --event, passes on an event
redrive   sends the emails that are waiting, and processes again what is in the dead-letter queues. Fails if something
          is left
rotate    changes a secret and shows that the new one works. Asks for a secret that another service issues, without
          showing it, or reads it from the standard input; origin-secret is generated
restore   restores the table to a time (2026-03-01T09:30:00Z) beside the live one, compares the two, and switches
          to it after you have typed the name of the stage, or named it with --confirm. With --deleted, restores a
          table that was deleted, under its name
backfill-search  adds missing search entries of accounts and removes former ones, and reads the texts of library files
          that have none; with --again, those of all files
missing-logins   lists the accounts without a login in the user pool. With the number that you checked, closes them`

interface Shape {
  /** Description of the argument that follows the command, for messages. */
  readonly subject?: string
  /** Options besides `--stage`. */
  readonly options?: readonly string[]
}

const shapes = {
  find: { subject: 'the request id', options: ['hours'] },
  errors: { options: ['hours'] },
  emails: { options: ['hours'] },
  run: { subject: 'the name of a function', options: ['event'] },
  redrive: {},
  rotate: { subject: 'the name of a secret' },
  restore: { options: ['to', 'confirm', 'deleted'] },
  'backfill-search': { options: ['again'] },
  'missing-logins': { options: ['confirm'] },
} as const satisfies Readonly<Record<string, Shape>>

type Verb = keyof typeof shapes

const isVerb = (name: string): name is Verb => Object.hasOwn(shapes, name)

/** Returns what is wrong with the arguments of a command, or undefined. */
const problemOf = (
  verb: Verb,
  [subject, ...more]: readonly string[],
  given: readonly string[],
): string | undefined => {
  const shape: Shape = shapes[verb]
  const [surplus] = shape.subject === undefined && subject !== undefined ? [subject] : more
  if (surplus !== undefined) return `"${surplus}" is one word too many.`
  if (shape.subject !== undefined && !subject) return `${verb} is followed by ${shape.subject}.`
  const foreign = given.find((name) => name !== 'stage' && shape.options?.includes(name) !== true)
  return foreign === undefined ? undefined : `--${foreign} is not an option of ${verb}.`
}

/**
 * Parses the command line.
 *
 * @throws Error that says what is wrong, with the usage
 */
export const readOpsCommand = (args: readonly string[], env: NodeJS.ProcessEnv) => {
  const options = {
    stage: { type: 'string' },
    hours: { type: 'string' },
    to: { type: 'string' },
    confirm: { type: 'string' },
    event: { type: 'string' },
    again: { type: 'boolean' },
    deleted: { type: 'boolean' },
  } as const
  const { positionals, values } = parseCommandLine(
    { args: [...args], allowPositionals: true, options },
    usage,
    env,
  )
  const [verb = '', ...rest] = positionals
  if (!isVerb(verb)) throw new Error(`${unknownCommand(verb, Object.keys(shapes))}\n\n${usage}`)
  const { stage, to, confirm, event } = values
  const hours = Number(values.hours ?? '24')
  const problem =
    problemOf(verb, rest, Object.keys(values)) ??
    (stage ? undefined : 'No stage.') ??
    (values.deleted && (to ?? confirm) !== undefined
      ? '--deleted takes no time and no confirmation.'
      : undefined) ??
    (Number.isFinite(hours) && hours > 0 ? undefined : '--hours is a number above 0.')
  if (problem !== undefined || !stage) throw new Error(`${problem}\n\n${usage}`)
  return {
    verb,
    subject: rest[0] ?? '',
    stage,
    hours,
    to,
    confirm,
    event,
    again: values.again === true,
    deleted: values.deleted === true,
  }
}
