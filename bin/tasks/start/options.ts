import { parseCommandLine } from '../command-line/options.ts'

const usage = `npm start [-- --no-watch]

Runs the whole service on this machine, with sample accounts, until Ctrl-C.

PORT=4000 npm start uses another port than 3000, and PORT=0 any free one.

--no-watch  does not reload functions and pages when their sources change`

export interface StartOptions {
  /** 0 is any free port. */
  readonly port: number
  /** True if changed sources are reloaded. */
  readonly watch: boolean
}

const portFrom = (text = ''): number => {
  if (text === '') return 3000
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Error(`PORT must be a number from 0 (any free port) to 65535, but it is "${text}".`)
}

const options = { 'no-watch': { type: 'boolean', default: false } } as const

/**
 * Parses the command line and PORT.
 *
 * @throws Error with the reason
 */
export const readStartOptions = (args: string[], env: NodeJS.ProcessEnv): StartOptions => ({
  watch: !parseCommandLine({ args, options }, usage, env).values['no-watch'],
  port: portFrom(env['PORT']),
})
