import { writeLine } from './log-line.ts'

/** A value that is safe to log. Objects are excluded, because they could contain personal data or secrets. */
export type LogField = string | number | boolean | null | undefined

/**
 * Writes one JSON line. Log only named, safe fields: ids, counts, codes and durations. Never log an address, name,
 * token, body or event.
 */
const write =
  (level: 'info' | 'warn' | 'error') =>
  (message: string, fields: Record<string, LogField> = {}) =>
    writeLine({ timestamp: new Date().toISOString(), level, message, ...fields })

export const log = { info: write('info'), warn: write('warn'), error: write('error') }

/**
 * Returns the safe parts of an error: its name, the top of its stack and the name of its cause. Messages are left out,
 * because those of third parties can contain addresses or tokens.
 */
export const errorFields = (error: unknown): Record<string, LogField> =>
  error instanceof Error
    ? { error: error.name, at: error.stack?.split('\n').slice(1, 4).join(' | '), cause: nameOf(error.cause) }
    : { error: typeof error }

const nameOf = (cause: unknown) => (cause instanceof Error ? cause.name : undefined)
