import type * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { endpoints } from './api.ts'
import { readDescription, type ApiDescription } from '../testing/description.ts'
import type { Schema } from '../testing/schema.ts'

const isType = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Returns the types inside a type: the types of a union, a default, a transformation … */
const partsOf = ({ _zod }: z.core.$ZodType): z.core.$ZodType[] => {
  const { def } = _zod
  const options: unknown = Reflect.get(def, 'options')
  return ['innerType', 'in', 'out', 'element']
    .map((key): unknown => Reflect.get(def, key))
    .concat(Array.isArray(options) ? options : [])
    .filter(isType)
}

const shapeOf = (type: z.core.$ZodType): [string, z.core.$ZodType][] => {
  const shape: unknown = Reflect.get(type._zod.def, 'shape')
  if (typeof shape === 'object' && shape) return Object.entries(shape).filter(([, field]) => isType(field))
  return partsOf(type).flatMap(shapeOf)
}

const isList = (type: z.core.$ZodType): boolean =>
  type._zod.def.type === 'array' || partsOf(type).some(isList)

/** Returns every name of a parameter, e.g. `line_items[][price]`. */
const acceptedNames = (type: z.core.$ZodType, path = ''): string[] =>
  shapeOf(type).flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}[${name}]`
    return [own, ...acceptedNames(field, isList(field) ? `${own}[]` : own)]
  })

const describedNames = (api: ApiDescription, given: Schema, path = ''): string[] => {
  const schema = api.resolve(given)
  if (schema.items) return describedNames(api, schema.items, `${path}[]`)
  return [
    ...(schema.anyOf ?? []).flatMap((one) => describedNames(api, one, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const own = path === '' ? name : `${path}[${name}]`
      return [own, ...describedNames(api, field, own)]
    }),
  ]
}

describe('API parameters', () => {
  test('accept only parameters that Stripe documents', async () => {
    const api = await readDescription()
    const problems = endpoints.flatMap(({ action, method, path, params }) => {
      const operation = api.operation(method, path.replaceAll(/:\w+/g, 'id'))
      if (!operation) return [`${action} is not described`]
      const described = new Set(
        [operation.request, operation.query].flatMap((schema) => (schema ? describedNames(api, schema) : [])),
      )
      // Every operation accepts `expand`, including those without a described body.
      described.add('expand')
      return acceptedNames(params)
        .filter((name) => !described.has(name))
        .map((name) => `${action}: ${name}`)
    })
    expect(problems).toEqual([])
    const checkout = endpoints.find(({ action }) => action === 'checkout.sessions.create')
    expect(checkout && acceptedNames(checkout.params)).toContain('line_items[][price]')
  })

  test('are checked for unknown parameters, missing fields and wrong types', async () => {
    const api = await readDescription()
    const call = (form: string, body: unknown) =>
      api.checkCall({ method: 'POST', address: 'http://127.0.0.1/v1/customers', form, status: 200, body })
    const deleted = { id: 'cus_1', object: 'customer', deleted: true }
    expect(api.checkObject(deleted)).toEqual([])
    expect(api.checkObject({ ...deleted, id: 1, unknown_field: 9 })).toEqual([
      'deleted_customer.id is integer, not string',
      'deleted_customer.unknown_field is unknown to Stripe',
    ])
    expect(call('email=a&unknown_field=9', deleted)).toEqual(
      expect.arrayContaining(['POST /v1/customers form.unknown_field is unknown to Stripe']),
    )
    expect(call('', deleted)).toEqual(
      expect.arrayContaining(['POST /v1/customers response.created is missing']),
    )
    const checkout = api.checkCall({
      method: 'POST',
      address: 'http://127.0.0.1/v1/checkout/sessions',
      form: 'mode=payment&payment_method_types[0]=card&line_items[0][quantity]=many',
      status: 200,
      body: {},
    })
    expect(checkout).toEqual(
      expect.arrayContaining([
        'POST /v1/checkout/sessions form.payment_method_types is unknown to Stripe',
        'POST /v1/checkout/sessions form.line_items[0].quantity is string, not integer',
      ]),
    )
  })
})
