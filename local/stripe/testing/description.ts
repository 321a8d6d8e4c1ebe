import { readFile } from 'node:fs/promises'
import { parseForm } from '../form.ts'
import { problemsOf, type Checker, type Schema } from './schema.ts'

interface Operation {
  readonly request?: Schema
  readonly query?: Schema
  readonly answer: Schema
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** One call of the API as it went over the wire. */
export interface WireCall {
  readonly method: string
  /** With the query. */
  readonly address: string
  readonly form: string
  readonly status: number
  readonly answer: unknown
}

const file = new URL('../../../test/schemas/stripe-openapi.json', import.meta.url)

const fits = (pattern: string, path: string): boolean => {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith('{') || part === given[index])
  )
}

/** Stripe's description of its API: says what is wrong with calls and objects, or nothing. */
export interface ApiDescription {
  operation(method: string, path: string): Operation | undefined
  /** The schema itself, where it only refers to one. */
  resolve(schema: Schema): Schema
  /** Problems of an object by the kind that it says it is. */
  object(value: unknown): string[]
  call(call: WireCall): string[]
}

const kindOf = (value: unknown): string => {
  const kind: unknown = typeof value === 'object' && value ? Reflect.get(value, 'object') : undefined
  const deleted = typeof value === 'object' && value ? Reflect.get(value, 'deleted') === true : false
  return `${deleted ? 'deleted_' : ''}${String(kind)}`
}

const resolved = (schemas: Description['components']['schemas'], schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema
  const named = schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]
  if (!named) throw new Error(`There is no schema ${schema.$ref}`)
  return named
}

export const readDescription = async (): Promise<ApiDescription> => {
  const { paths, components }: Description = JSON.parse(await readFile(file, 'utf8'))
  const { schemas } = components
  const answers: Checker = { schemas, form: false }
  const forms: Checker = { schemas, form: true }
  const operation = (method: string, path: string) => {
    // Exact paths first: `/v1/customers/search` is no customer.
    const pattern = path in paths ? path : Object.keys(paths).find((one) => fits(one, path))
    return paths[pattern ?? '']?.[method.toLowerCase()]
  }
  const object = (value: unknown) => {
    const kind = kindOf(value)
    const schema = schemas[kind]
    return schema ? problemsOf(answers, schema, value, kind) : [`${kind} is no object of Stripe's`]
  }
  return {
    operation,
    resolve: (schema) => resolved(schemas, schema),
    object,
    call: ({ method, address, form, status, answer }) => {
      const { pathname, search } = new URL(address)
      const where = `${method} ${pathname}`
      const known = operation(method, pathname)
      const error = schemas['error']
      if (status !== 200) return error ? problemsOf(answers, error, answer, where) : [`${where}: no schema`]
      if (!known) return object(answer)
      return [
        ...(known.query ? problemsOf(forms, known.query, parseForm(search.slice(1)), `${where} query`) : []),
        ...(known.request ? problemsOf(forms, known.request, parseForm(form), `${where} form`) : []),
        ...problemsOf(answers, known.answer, answer, `${where} answer`),
      ]
    },
  }
}
