import * as z from 'zod'
import { invalidParameter, unsupported } from './errors.ts'

export type Action = (body: Record<string, unknown>) => Promise<object>

/**
 * Creates an action of the JSON API. Schemas are strict, so a parameter that Cognito supports and the
 * emulator does not is rejected by name.
 */
export const action =
  <Schema extends z.ZodType>(
    schema: Schema,
    run: (body: z.output<Schema>) => object | Promise<object>,
  ): Action =>
  async (body) => {
    const parsed = schema.safeParse(body)
    if (parsed.success) return run(parsed.data)
    const [issue] = parsed.error.issues
    if (issue?.code === 'unrecognized_keys') throw unsupported(`the parameter ${issue.keys.join(', ')}`)
    throw invalidParameter(`${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'invalid'}`)
  }

const text = z.string().min(1)
export const textMap = z.record(z.string(), z.string())
export const attributeList = z.array(z.strictObject({ Name: text, Value: z.string().default('') }))
/** A stored address can be longer, but Cognito does not accept it as the name of a user then. */
const username = text.max(128, 'Member must have length less than or equal to 128')
export const onUser = { UserPoolId: text, Username: username }

/** Data that clients send for threat protection and analytics. Pools without those features ignore it. */
export const ignoredContext = {
  UserContextData: z.unknown().optional(),
  ContextData: z.unknown().optional(),
  AnalyticsMetadata: z.unknown().optional(),
}
