import { parseArgs } from 'node:util'

const usage = `npm start [-- --no-watch]

PORT=4000 npm start uses another port than 3000, and PORT=0 any free one.

--no-watch  does not reload functions and pages when their sources change`

/** Thrown when an argument or PORT is not valid. Its message is shown without a stack trace. */
export class BadOption extends Error {}

export interface StartOptions {
  /** 0 is any free port. */
  readonly port: number
  /** Whether changed sources are reloaded. */
  readonly watch: boolean
}

const portFrom = (text = ''): number => {
  if (text === '') return 3000
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new BadOption(`PORT must be a number from 0 (any free port) to 65535, but it is "${text}".`)
}

const parse = (args: string[]) => {
  try {
    return parseArgs({ args, options: { 'no-watch': { type: 'boolean', default: false } } }).values
  } catch (cause) {
    throw new BadOption(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`, { cause })
  }
}

/**
 * Parses the command line and PORT.
 *
 * @throws BadOption with the reason
 */
export const readStartOptions = (
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
): StartOptions => ({ port: portFrom(env['PORT']), watch: !parse(args)['no-watch'] })
