import type * as z from 'zod'
import type { Account } from './account.ts'
import { StripeError } from './errors.ts'
import type { FormData } from './form.ts'
import { readParams } from './params.ts'
import { inTimeOf } from './time-of.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

interface Call<Params> {
  readonly account: Account
  readonly params: Params
  /** The id in the path; empty where the path has none. */
  readonly id: string
}

interface Definition<Params extends { expand?: string[] }> {
  /** Resource and verb as in the SDK, e.g. `checkout.sessions.create`: names the call in faults and records. */
  readonly action: string
  readonly method: Method
  /** At most one part is variable, e.g. `/v1/invoices/:invoice/pay`. */
  readonly path: string
  readonly params: z.ZodType<Params>
  /** The object to answer with; a refusal may be returned as well as thrown. */
  readonly handle: (call: Call<Params>) => object
}

export interface Endpoint {
  readonly action: string
  readonly method: Method
  readonly path: string
  /** The parameters that it takes. */
  readonly params: z.ZodType
  /** Reads the parameters, then does it. The first step changes nothing and throws only refusals. */
  readonly prepare: (form: FormData) => {
    run: (account: Account, id: string) => object
    expand: readonly string[]
  }
}

/** One operation of the API. */
export const endpoint = <Params extends { expand?: string[] }>(definition: Definition<Params>): Endpoint => ({
  action: definition.action,
  method: definition.method,
  path: definition.path,
  params: definition.params,
  prepare: (form) => {
    const params = readParams(definition.params, form)
    const run = (account: Account, id: string) => {
      const named = [id, ...Object.values(params)]
      const answer = inTimeOf(account, named, () => definition.handle({ account, params, id }))
      if (answer instanceof StripeError) throw answer
      return answer
    }
    return { run, expand: params.expand ?? [] }
  },
})

const idIn = (pattern: string, path: string): string | undefined => {
  const wanted = pattern.split('/')
  const parts = path.split('/')
  if (wanted.length !== parts.length) return undefined
  const fits = wanted.every((part, index) => part.startsWith(':') || part === parts[index])
  if (!fits) return undefined
  const variable = wanted.findIndex((part) => part.startsWith(':'))
  return variable < 0 ? '' : parts[variable]
}

/** The operation that a method and a path name, with the id in the path. */
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
