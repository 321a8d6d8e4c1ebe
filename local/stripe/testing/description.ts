import { readFile } from 'node:fs/promises'
import { parseForm } from '../account/form.ts'
import { problemsOf, type Checker, type Schema } from './schema.ts'

interface Operation {
  readonly request?: Schema
  readonly query?: Schema
  readonly response: Schema
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** One recorded call of the API. */
export interface RecordedCall {
  readonly method: string
  /** Including the query. */
  readonly address: string
  readonly form: string
  readonly status: number
  readonly body: unknown
}

const file = new URL('../../../test/schemas/stripe-openapi.json', import.meta.url)

const fits = (pattern: string, path: string): boolean => {
  const expected = pattern.split('/')
  const given = path.split('/')
  return (
    expected.length === given.length &&
    expected.every((part, index) => part.startsWith('{') || part === given[index])
  )
}

/** Stripe's OpenAPI description. Its checks return a list of problems. */
export interface ApiDescription {
  operation(method: string, path: string): Operation | undefined
  /** Resolves a reference to its schema. */
  resolve(schema: Schema): Schema
  /** Checks an object by its `object` field. */
  checkObject(value: unknown): string[]
  checkCall(call: RecordedCall): string[]
}

const kindOf = (value: unknown): string => {
  const kind: unknown = typeof value === 'object' && value ? Reflect.get(value, 'object') : undefined
  const deleted = typeof value === 'object' && value ? Reflect.get(value, 'deleted') === true : false
  return `${deleted ? 'deleted_' : ''}${String(kind)}`
}

const resolved = (schemas: Description['components']['schemas'], schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema
  const named = schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]
  if (!named) throw new Error(`Unknown schema ${schema.$ref}`)
  return named
}

export const readDescription = async (): Promise<ApiDescription> => {
  const { paths, components }: Description = JSON.parse(await readFile(file, 'utf8'))
  const { schemas } = components
  const responses: Checker = { schemas, form: false }
  const forms: Checker = { schemas, form: true }
  const operation = (method: string, path: string) => {
    // Exact paths first: `/v1/customers/search` is not a customer.
    const pattern = path in paths ? path : Object.keys(paths).find((one) => fits(one, path))
    return paths[pattern ?? '']?.[method.toLowerCase()]
  }
  const checkObject = (value: unknown) => {
    const kind = kindOf(value)
    const schema = schemas[kind]
    return schema ? problemsOf(responses, schema, value, kind) : [`${kind} is not a Stripe object`]
  }
  return {
    operation,
    resolve: (schema) => resolved(schemas, schema),
    checkObject,
    checkCall: ({ method, address, form, status, body }) => {
      const { pathname, search } = new URL(address)
      const where = `${method} ${pathname}`
      const known = operation(method, pathname)
      const error = schemas['error']
      if (status !== 200) return error ? problemsOf(responses, error, body, where) : [`${where}: no schema`]
      if (!known) return checkObject(body)
      return [
        ...(known.query ? problemsOf(forms, known.query, parseForm(search.slice(1)), `${where} query`) : []),
        ...(known.request ? problemsOf(forms, known.request, parseForm(form), `${where} form`) : []),
        ...problemsOf(responses, known.response, body, `${where} response`),
      ]
    },
  }
}
