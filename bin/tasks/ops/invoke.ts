import { readFileSync } from 'node:fs'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { functions } from '#lib/functions.ts'
import type { Stage } from '#lib/stages.ts'
import { reportWhile } from '../command-line/progress.ts'
import { reasonOf } from '../command-line/reason.ts'
import { whenNotBusy } from './wait-for-function.ts'

/** A run takes up to 15 minutes, in which the connection is silent. */
const timeoutMs = 16 * 60_000

/**
 * Runs a function and returns its parsed result.
 *
 * @throws Error with the result if the function failed
 */
export const invoke = async ({ name, region }: Stage, fn: string, event: unknown): Promise<unknown> => {
  const FunctionName = `advice-${name}-${fn}`
  // A second attempt would run beside the first one.
  const client = new LambdaClient({ region, maxAttempts: 1, requestHandler: { requestTimeout: timeoutMs } })
  const { Payload, FunctionError } = await whenNotBusy(FunctionName, () =>
    reportWhile(`Running ${fn}`, () =>
      client.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) })),
    ),
  )
  const text = Payload ? new TextDecoder().decode(Payload) : ''
  if (FunctionError) throw new Error(`${FunctionName} failed: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** The functions that an operator can run: scheduled ones, and those whose events can be passed on again. */
const runnable = functions.filter(({ source }) => 'schedule' in source || 'emailEvents' in source)

/**
 * Reads an event from a file.
 *
 * @throws Error that names the file
 */
const readEvent = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    const reason = reasonOf(cause)
    const place = reason.includes(file) ? '' : ` in ${file}`
    throw new Error(`The event could not be read: ${reason}${place}`, { cause })
  }
}

/**
 * Runs a function of the background by hand, and returns its result as text.
 *
 * @param eventFile file with the event, or undefined for a scheduled function
 */
export const runFunction = async (
  stage: Stage,
  fn: string,
  eventFile: string | undefined,
): Promise<string> => {
  const definition = runnable.find(({ name }) => name === fn)
  if (definition === undefined) {
    const names = runnable.map(({ name }) => name).toSorted()
    throw new Error(`"${fn}" cannot be run by hand. These can: ${names.join(', ')}.`)
  }
  if (eventFile === undefined && 'emailEvents' in definition.source)
    throw new Error(`${fn} needs the event that it missed: --event <file>`)
  const event = eventFile === undefined ? {} : readEvent(eventFile)
  const result = await invoke(stage, fn, event)
  return `${fn} has run: ${JSON.stringify(result ?? null)}`
}
