import { parseArgs, type ParseArgsConfig } from 'node:util'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Removes the advice that Node.js adds about arguments that begin with a dash, which no task has. */
const withoutAdvice = (message: string): string =>
  message.replace(/\. To specify a positional argument .*$/s, '.')

/** Returns an option that is given twice although it has one value. Node.js would use the last one. */
const repeatedOption = ({ args, options }: ParseArgsConfig): string | undefined => {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true })
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  return names.find((name, at) => names.indexOf(name) < at && options?.[name]?.multiple !== true)
}

/** Returns an option that npm kept for itself because it came before `--`. It is in the environment only. */
const keptByNpm = ({ options = {} }: ParseArgsConfig, env: NodeJS.ProcessEnv): string | undefined =>
  Object.keys(options).find((name) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined)

/** Returns whether the user asks what the task does. What follows `--` is for another program. */
const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? undefined : end).some((argument) => ['--help', '-h'].includes(argument))
}

/** Prints the usage and ends the process if the user asks for help. */
const endWithHelp = (args: readonly string[], usage: string): void => {
  if (!asksForHelp(args)) return
  console.log(usage)
  process.exit(0)
}

/**
 * Parses the command line of a task, as `parseArgs` of Node.js does. With `--help` or `-h`, prints the usage and ends the
 * process.
 *
 * @param usage shown after the problem, or as help
 * @throws Error if an option is unknown, lacks its value, is repeated, or did not get past npm
 */
export const parseCommandLine = <T extends ParseArgsConfig>(
  config: T,
  usage: string,
  env: NodeJS.ProcessEnv,
): ReturnType<typeof parseArgs<T>> => {
  endWithHelp(config.args ?? [], usage)
  const problem = (text: string, cause?: unknown) => new Error(`${text}\n\n${usage}`, { cause })
  const kept = keptByNpm(config, env)
  if (kept !== undefined) throw problem(`npm kept --${kept} for itself: put -- before it.`)
  const repeated = repeatedOption(config)
  if (repeated !== undefined) throw problem(`--${repeated} is given twice.`)
  try {
    return parseArgs(config)
  } catch (cause) {
    throw problem(withoutAdvice(messageOf(cause)), cause)
  }
}

/**
 * Returns what `read` returns, such as the parsed command line of a task. If it throws, prints the message without a
 * stack trace and ends the process with status 1.
 */
export const readOrEnd = async <T>(read: () => T | Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    console.error(messageOf(error))
    process.exit(1)
  }
}

/**
 * Checks that a site is a local cloud: the requests create accounts and send emails.
 *
 * @throws Error with the usage
 */
export const requireLocalSite = (site: string | undefined, usage: string): void => {
  if (site !== undefined && !/^http:\/\/localhost(?::\d+)?$/.test(site))
    throw new Error(`--site must be a local cloud such as http://localhost:3000.\n\n${usage}`)
}

/** Reads the value of an option that is a whole number from 1. Throws an error with the usage. */
export const positiveInteger = (option: string, text: string, usage: string): number => {
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value
  throw new Error(`--${option} must be a whole number from 1.\n\n${usage}`)
}

/**
 * Ends the process if a task without arguments got some: it would run everything instead of what was asked for. With
 * `--help` or `-h`, prints what the task does.
 *
 * @param description what the task does, and its arguments if it allows any
 */
export const endWithArguments = (
  task: string,
  description: string,
  allowed: readonly string[] = [],
): void => {
  const args = process.argv.slice(2)
  endWithHelp(args, `${task}\n\n${description}`)
  const surplus = args.find((argument) => !allowed.includes(argument))
  if (surplus === undefined) return
  console.error(`${task} has no argument "${surplus}". ${description}`)
  process.exit(1)
}
