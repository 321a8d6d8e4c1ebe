import type * as z from 'zod/mini'
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

/** Longest message that is logged. */
const maxMessageLength = 300

/** Patterns of personal or secret parts in the message of a third party, with their replacements. */
const redactions: readonly (readonly [RegExp, string])[] = [
  // `JSON.parse` quotes a part of the text, which contains quotation marks itself.
  [/"[^]*"(?=(?:\.{3})? is not valid JSON)/g, '[value]'],
  [/[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g, '[address]'],
  [/\b[a-z][a-z+.-]*:\/\/\S+/gi, '[url]'],
  [/"[^"]*"|'[^']*'|`[^`]*`/g, '[value]'],
  [/[A-Za-z0-9_\-+/=]{20,}/g, '[token]'],
  [/\+?\d[\d\s().-]{5,}\d/g, '[number]'],
  [/\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/gi, '[postcode]'],
]

/** Removes from a message what could identify a person or grant access. */
export const redact = (message: string): string =>
  redactions
    .reduce((text, [pattern, name]) => text.replace(pattern, name), message)
    .slice(0, maxMessageLength)

/**
 * Returns the safe parts of an error: its name, its redacted message, the top of its stack, and name and message of its
 * cause.
 */
export const errorFields = (error: unknown): Record<string, LogField> =>
  error instanceof Error
    ? {
        error: error.name,
        reason: redactedMessageOf(error),
        at: framesOf(error),
        cause: causeOf(error.cause),
      }
    : { error: typeof error }

/** Recognises an error of Zod without its class, whose import would double every bundle. */
const isParseError = (error: Error): error is z.core.$ZodError =>
  'issues' in error && Array.isArray(error.issues)

/** A field of a stored item, such as `stripe_subscription_id`. `redact` would take a long one for a token. */
const storedField = /^[a-z]+(?:_[a-z]+)+$/

/** Returns the place of a value in what was parsed. It may contain keys that are data. */
const redactedPath = (path: readonly PropertyKey[]): string =>
  path
    .map(String)
    .map((key) => (storedField.test(key) ? key : redact(key)))
    .join('.')

/** The message of Zod is JSON, of which `redact` would leave nothing. */
const redactedMessageOf = (error: Error): string =>
  isParseError(error)
    ? `Not valid: ${error.issues.map(({ path }) => redactedPath(path)).join(', ')}`.slice(0, maxMessageLength)
    : redact(error.message)

/**
 * The first lines of a stack trace after the message, which can have several lines. Those inside Zod are left out: they
 * are the same for every item.
 */
const framesOf = ({ stack }: Error): string | undefined =>
  stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line) && !line.includes('node_modules/zod/'))
    .slice(0, 3)
    .join(' | ')

const causeOf = (cause: unknown) =>
  cause instanceof Error ? `${cause.name}: ${redactedMessageOf(cause)}` : undefined
