import type * as z from 'zod'
import type { Account } from '../account/account.ts'
import { StripeError } from '../account/errors.ts'
import type { FormData } from '../account/form.ts'
import { readParams } from '../account/params.ts'
import { atCustomerTime } from '../account/customer-time.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

interface Call<Params> {
  readonly account: Account
  readonly params: Params
  /** The id in the path, or an empty string. */
  readonly id: string
}

interface Definition<Params extends { expand?: string[] }> {
  /** Resource and verb as in the SDK, e.g. `checkout.sessions.create`. Faults and call records use it. */
  readonly action: string
  readonly method: Method
  /** Has at most one variable segment, e.g. `/v1/invoices/:invoice/pay`. */
  readonly path: string
  readonly params: z.ZodType<Params>
  /** Returns the object of the response. May return a StripeError instead of throwing it. */
  readonly handle: (call: Call<Params>) => object
}

export interface Endpoint {
  readonly action: string
  readonly method: Method
  readonly path: string
  /** Schema of the parameters. */
  readonly params: z.ZodType
  /** Parses the parameters and returns a function that runs the operation. Throws only StripeErrors. */
  readonly prepare: (form: FormData) => {
    run: (account: Account, id: string) => object
    expand: readonly string[]
  }
}

/** Defines one operation of the API. */
export const endpoint = <Params extends { expand?: string[] }>(definition: Definition<Params>): Endpoint => ({
  action: definition.action,
  method: definition.method,
  path: definition.path,
  params: definition.params,
  prepare: (form) => {
    const params = readParams(definition.params, form)
    const run = (account: Account, id: string) => {
      const ids = [id, ...Object.values(params)]
      const result = atCustomerTime(account, ids, () => definition.handle({ account, params, id }))
      if (result instanceof StripeError) throw result
      return result
    }
    return { run, expand: params.expand ?? [] }
  },
})

const idIn = (pattern: string, path: string): string | undefined => {
  const expected = pattern.split('/')
  const parts = path.split('/')
  if (expected.length !== parts.length) return undefined
  const fits = expected.every((part, index) => part.startsWith(':') || part === parts[index])
  if (!fits) return undefined
  const variable = expected.findIndex((part) => part.startsWith(':'))
  return variable < 0 ? '' : parts[variable]
}

/** Finds the operation for a method and path, with the id in the path. */
export const findEndpoint = (
  endpoints: readonly Endpoint[],
  method: string,
  path: string,
): { endpoint: Endpoint; id: string } | undefined => {
  for (const candidate of endpoints) {
    const id = candidate.method === method ? idIn(candidate.path, path) : undefined
    if (id !== undefined) return { endpoint: candidate, id }
  }
  return undefined
}
