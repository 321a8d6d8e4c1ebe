import * as z from 'zod'
import { StripeError, missing } from './errors.ts'
import type { FormData } from './form.ts'
import type { Metadata } from './objects.ts'

const fail = (context: z.RefinementCtx, message: string, code?: string) => {
  context.addIssue({ code: 'custom', message, params: { code } })
  return z.NEVER
}

/** Non-empty text. */
export const text = z
  .string()
  .transform((value, context) =>
    value.length > 0
      ? value
      : fail(
          context,
          'You passed an empty string. We assume empty values are an attempt to unset a parameter.',
          'parameter_invalid_empty',
        ),
  )

/** Text in which the empty string unsets the parameter: it becomes null. */
export const clearable = z.string().transform((value) => (value === '' ? null : value))

export const integer = z
  .string()
  .transform((value, context) =>
    /^-?\d+$/.test(value)
      ? Number(value)
      : fail(context, `Invalid integer: ${value}`, 'parameter_invalid_integer'),
  )

export const decimal = z
  .string()
  .transform((value, context) =>
    /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : fail(context, `Invalid decimal: ${value}`),
  )

export const flag = z
  .string()
  .transform((value, context) =>
    value === 'true' || value === 'false' ? value === 'true' : fail(context, `Invalid boolean: ${value}`),
  )

export const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  z.string().transform((value, context): Value => {
    const found = values.find((one) => one === value)
    return found ?? fail(context, `Invalid value ${value}: must be one of ${values.join(', ')}`)
  })

/** List sent as `name[0]`, `name[1]` or `name[]`. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (typeof value === 'object' && value ? Object.values(value) : value), z.array(item))

/** List in which the empty string stands for an empty list. */
export const clearableList = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (value === '' ? [] : value), listOf(item))

/** Limits of https://docs.stripe.com/api/metadata: 50 keys, 40 characters a key, 500 a value. */
const checkMetadata = (metadata: Metadata, context: z.RefinementCtx): Metadata => {
  for (const [key, value] of Object.entries(metadata)) {
    if (key.length > 40)
      fail(context, `Metadata keys must be under 40 characters. "${key}" has ${key.length}.`)
    if (/[[\]]/.test(key)) fail(context, `Metadata keys cannot contain square brackets: ${key}`)
    if (value.length > 500)
      fail(
        context,
        `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters.`,
      )
  }
  if (Object.keys(metadata).length > 50) fail(context, 'You can only have up to 50 metadata keys.')
  return metadata
}

/** Metadata parameter: an empty value removes its key, and an empty string removes all keys. */
export const metadata = z.union([
  z.literal('').transform(() => null),
  z.record(z.string(), z.string()).transform(checkMetadata),
])

/** Merges sent metadata into existing metadata; null clears it. The limit of 50 keys applies to the result. */
export const mergeMetadata = (before: Metadata, sent: Metadata | null | undefined): Metadata => {
  if (sent === undefined) return before
  if (sent === null) return {}
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...sent }).filter(([, value]) => value !== ''),
  )
  if (Object.keys(merged).length > 50)
    throw new StripeError(400, 'You can only have up to 50 metadata keys.', { param: 'metadata' })
  return merged
}

export const paging = {
  limit: integer.optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
  expand: listOf(text).optional(),
}

export const expandOnly = { expand: listOf(text).optional() }

const paramName = (path: readonly PropertyKey[]): string =>
  path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')

const valueAt = (form: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value ? Reflect.get(value, key) : undefined),
    form,
  )

/**
 * Returns the innermost issue. In a union, that is the issue of the last alternative, because the first is the empty
 * string.
 */
const innermost = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  const [inner] = issue.code === 'invalid_union' ? (issue.errors.at(-1) ?? []) : []
  return inner ? innermost({ ...inner, path: [...issue.path, ...inner.path] }) : issue
}

const errorOf = (issue: z.core.$ZodIssue, form: FormData): StripeError => {
  const param = paramName(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const unknown = paramName([...issue.path, issue.keys[0] ?? ''])
    const message = `Received unknown parameter: ${unknown} (or one that the local Stripe emulator does not support)`
    return new StripeError(400, message, { code: 'parameter_unknown', param: unknown })
  }
  if (valueAt(form, issue.path) === undefined) return missing(param)
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined
  return new StripeError(400, issue.message, { param, code: typeof code === 'string' ? code : undefined })
}

/** Parses parameters. Throws Stripe's error for the first one that is unknown, missing or malformed. */
export const readParams = <Params>(schema: z.ZodType<Params>, form: FormData): Params => {
  const parsed = schema.safeParse(form)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(innermost)
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (!issue) throw parsed.error
  throw errorOf(issue, form)
}

/** A time, or the bounds of times: `created[gte]`. */
export const rangeParam = z.union([
  integer.transform((exact) => ({ gt: undefined, gte: exact, lt: undefined, lte: exact })),
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
])

/** Returns whether a time is within a range. Without a range, every time is. */
export const isInRange = (created: number, range: z.infer<typeof rangeParam> | undefined): boolean =>
  (range?.gt === undefined || created > range.gt) &&
  (range?.gte === undefined || created >= range.gte) &&
  (range?.lt === undefined || created < range.lt) &&
  (range?.lte === undefined || created <= range.lte)
