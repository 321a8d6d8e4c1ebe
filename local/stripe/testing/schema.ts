/** The subset of JSON Schema that Stripe's OpenAPI description uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly not?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly maxLength?: number
  readonly pattern?: string
}

export interface Checker {
  /** Schemas by the last part of their `$ref`. */
  readonly schemas: Readonly<Record<string, Schema>>
  /** True if the value is a decoded form: values are text, and lists are objects with the keys 0, 1, 2 … */
  readonly form: boolean
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

/** Returns the types that text in a form can represent. */
const formTypes = (text: string): readonly string[] => [
  'string',
  ...(/^-?\d+$/.test(text) ? ['integer', 'number'] : []),
  ...(/^-?\d+\.\d+$/.test(text) ? ['number'] : []),
  ...(text === 'true' || text === 'false' ? ['boolean'] : []),
]

const isList = (value: Fields): boolean => Object.keys(value).every((key, index) => key === String(index))

const typesOf = (value: unknown, form: boolean): readonly string[] => {
  if (form && typeof value === 'string') return formTypes(value)
  if (form && isFields(value)) return isList(value) ? ['object', 'array'] : ['object']
  const type = typeOf(value)
  return type === 'integer' ? ['integer', 'number'] : [type]
}

const checkType = (schema: Schema, value: unknown, path: string, form: boolean): string[] => {
  if (schema.type === undefined) return []
  const expected = [schema.type].flat()
  const given = typesOf(value, form)
  if (given.some((type) => expected.includes(type))) return []
  return [`${path} is ${given[0] ?? 'nothing'}, not ${expected.join(' or ')}`]
}

const checkText = (schema: Schema, value: string, path: string): string[] => [
  ...(schema.maxLength !== undefined && value.length > schema.maxLength
    ? [`${path} is longer than ${schema.maxLength} characters`]
    : []),
  ...(schema.pattern !== undefined && !new RegExp(schema.pattern).test(value)
    ? [`${path} does not match ${schema.pattern}`]
    : []),
]

const checkFields = (checker: Checker, schema: Schema, value: Fields, path: string): string[] => {
  const { properties, additionalProperties: others, required = [] } = schema
  if (!properties && others === undefined) return []
  const absent = required
    .filter((name) => value[name] === undefined)
    .map((name) => `${path}.${name} is missing`)
  const wrong = Object.entries(value).flatMap(([name, field]) => {
    const known = properties?.[name]
    if (field === undefined) return []
    if (known) return problemsOf(checker, known, field, `${path}.${name}`)
    if (typeof others === 'object') return problemsOf(checker, others, field, `${path}.${name}`)
    return others === true ? [] : [`${path}.${name} is unknown to Stripe`]
  })
  return [...absent, ...wrong]
}

const checkAlternatives = (checker: Checker, schema: Schema, value: unknown, path: string): string[] => {
  if (!schema.anyOf) return []
  const found = schema.anyOf.map((one) => problemsOf(checker, one, value, path))
  return found.toSorted((one, other) => one.length - other.length)[0] ?? []
}

/** Checks a value against a schema. Returns one sentence per problem, with its path. */
export const problemsOf = (checker: Checker, schema: Schema, value: unknown, path: string): string[] => {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    const named = checker.schemas[name]
    if (!named) throw new Error(`Unknown schema ${name}`)
    return problemsOf(checker, named, value, path)
  }
  if (schema.not) return [`${path} must not be present`]
  const mistyped = checkType(schema, value, path, checker.form)
  if (mistyped.length > 0) return mistyped
  const items = Array.isArray(value) ? value : isFields(value) && schema.items ? Object.values(value) : []
  return [
    ...(schema.enum && !schema.enum.includes(value)
      ? [`${path} is ${JSON.stringify(value)}: not one of Stripe's values`]
      : []),
    ...(typeof value === 'string' ? checkText(schema, value, path) : []),
    ...(isFields(value) && !schema.items ? checkFields(checker, schema, value, path) : []),
    ...items.flatMap((item, index) =>
      schema.items ? problemsOf(checker, schema.items, item, `${path}[${index}]`) : [],
    ),
    ...checkAlternatives(checker, schema, value, path),
  ]
}
