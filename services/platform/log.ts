import { writeLine } from './log-line.ts'

/** A value that may stand in a log: no objects, so that no person or secret slips in with one. */
export type LogField = string | number | boolean | null | undefined

/**
 * Writes one JSON line. Only named, safe fields go in: ids, counts, codes, durations; never an address,
 * a name, a token, a body or an event.
 */
const write =
  (level: 'info' | 'warn' | 'error') =>
  (message: string, fields: Record<string, LogField> = {}) =>
    writeLine({ timestamp: new Date().toISOString(), level, message, ...fields })

export const log = { info: write('info'), warn: write('warn'), error: write('error') }

/**
 * What may be said of a fault: its name and where it happened. Messages of third parties can carry
 * addresses or tokens, so only those of our own errors and of AWS error names are kept.
 */
export const faultFields = (fault: unknown): Record<string, LogField> =>
  fault instanceof Error
    ? { fault: fault.name, at: fault.stack?.split('\n').slice(1, 4).join(' | '), cause: nameOf(fault.cause) }
    : { fault: typeof fault }

const nameOf = (cause: unknown) => (cause instanceof Error ? cause.name : undefined)
