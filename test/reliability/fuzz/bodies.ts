import fc from 'fast-check'
import * as z from 'zod'
import type { Operation } from '#shared/contract/operation.ts'
import { sampleBodyOf } from './sample-body.ts'
import { hostileText, plainText } from './texts.ts'

/** The part of JSON Schema that the contract's schemas use. */
interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** Returns the fields of an object, even of one that several schemas describe together. */
const propertiesOf = ({ properties = {}, allOf = [] }: Schema): Readonly<Record<string, Schema>> =>
  Object.assign({}, properties, ...allOf.map(propertiesOf))

const anyNumber = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 0.5, 2 ** 31, 2 ** 53, 1e308, -1e308, 209_715_200),
  fc.integer(),
)

/** Generates a value that fits the type of a schema, or often enough its whole rule. */
const valueFor = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(field))
  if (schema.type === 'string') return fc.oneof({ weight: 2, arbitrary: hostileText }, plainText)
  if (schema.type === 'number' || schema.type === 'integer') return anyNumber
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'array') return fc.array(field(schema.items ?? {}), { maxLength: 4 })
  if (schema.type === 'object' || schema.allOf !== undefined) return objectFor(schema)
  return fc.jsonValue()
}

/** Generates a value for a field, one in eight of any other type. */
const field = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 7, arbitrary: valueFor(schema) }, fc.jsonValue({ maxDepth: 2 }))

/** Generates an object with most of its fields, and one in four with a field that no schema has. */
const objectFor = (schema: Schema): fc.Arbitrary<object> => {
  const known = Object.fromEntries(
    Object.entries(propertiesOf(schema)).map(([name, ofField]) => [
      name,
      fc.option(field(ofField), { freq: 8, nil: undefined }),
    ]),
  )
  const extra = fc.dictionary(hostileText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
  return fc
    .tuple(fc.record(known), fc.option(extra, { freq: 3, nil: {} }))
    .map(([body, more]) => ({ ...more, ...body }))
}

/** Generates another value for a field of a valid body. Added text keeps the value valid more often than other text. */
const replacementOf = (value: unknown, schema: Schema): fc.Arbitrary<unknown> =>
  typeof value === 'string'
    ? fc.oneof(
        hostileText.map((text) => value + text),
        field(schema),
      )
    : field(schema)

/** Generates the sample body of an operation with up to two other values. */
const nearlyValid = (operation: Operation, schema: Schema): fc.Arbitrary<object> => {
  const sample = JSON.parse(sampleBodyOf(operation)) as Record<string, unknown>
  const fields = propertiesOf(schema)
  const body = Object.fromEntries(Object.entries(sample).filter(([name]) => name in fields))
  return fc
    .subarray(Object.entries(fields), { maxLength: Math.min(2, Object.keys(fields).length) })
    .chain((chosen) =>
      fc.record(
        Object.fromEntries(chosen.map(([name, ofField]) => [name, replacementOf(body[name], ofField)])),
      ),
    )
    .map((changes) => ({ ...body, ...changes }))
}

const brokenText = fc.constantFrom('', '{', '[', 'null', '"', '{"a":1,}', '\u0000', '{}{}', 'undefined')

/**
 * Generates request bodies as text: two thirds are valid apart from a field or two, most others are objects for the
 * operation's schema, some are not even JSON.
 */
export const bodiesFor = (operation: Operation): fc.Arbitrary<string> => {
  const schema: Schema = z.toJSONSchema(operation.body, { io: 'input', unrepresentable: 'any' }) as Schema
  return fc.oneof(
    { weight: 12, arbitrary: nearlyValid(operation, schema).map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: objectFor(schema).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: brokenText },
  )
}

/** Returns the share of bodies that the operation's schema accepts. */
export const shareOfValid = ({ body }: Operation, texts: readonly string[]): number =>
  texts.filter((text) => {
    try {
      return body.safeParse(JSON.parse(text)).success
    } catch {
      return false
    }
  }).length / texts.length

/** Returns values of the wrong type for each field of the contract and for the whole body. */
export const wrongBodiesFor = ({ body }: Operation): unknown[] => {
  const fields =
    'shape' in body && typeof body.shape === 'object' && body.shape !== null ? Object.keys(body.shape) : []
  const wrongField = (field: string) => [{ [field]: [[]] }, { [field]: { $gt: '' } }, { [field]: null }]
  return [[], 'text', 7, null, ...fields.flatMap(wrongField)].filter(
    (value) => !body.safeParse(value).success,
  )
}
