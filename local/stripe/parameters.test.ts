import type * as z from 'zod'
import { expect, test } from 'vitest'
import { endpoints } from './api.ts'
import { readDescription, type ApiDescription } from './testing/description.ts'
import type { Schema } from './testing/schema.ts'

/** Operations that the description leaves out: nothing but the stand-in itself says what they take. */
const undescribed = [
  'charges.list',
  'charges.retrieve',
  'disputes.close',
  'disputes.list',
  'disputes.retrieve',
  'invoices.markUncollectible',
]

const isType = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** The types that a parameter's type is made of: those in a union, behind a default, before a transformation … */
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

/** `line_items[][price]`: every name that a parameter can be sent under. */
const namesTaken = (type: z.core.$ZodType, path = ''): string[] =>
  shapeOf(type).flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}[${name}]`
    return [own, ...namesTaken(field, isList(field) ? `${own}[]` : own)]
  })

const namesDescribed = (api: ApiDescription, given: Schema, path = ''): string[] => {
  const schema = api.resolve(given)
  if (schema.items) return namesDescribed(api, schema.items, `${path}[]`)
  return [
    ...(schema.anyOf ?? []).flatMap((one) => namesDescribed(api, one, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
      const own = path === '' ? name : `${path}[${name}]`
      return [own, ...namesDescribed(api, field, own)]
    }),
  ]
}

test('the stand-in takes no parameter that Stripe does not', async () => {
  const api = await readDescription()
  const problems = endpoints.flatMap(({ action, method, path, params }) => {
    const operation = api.operation(method, path.replaceAll(/:\w+/g, 'id'))
    if (!operation) return undescribed.includes(action) ? [] : [`${action} is not described`]
    const described = new Set(
      [operation.request, operation.query].flatMap((schema) => (schema ? namesDescribed(api, schema) : [])),
    )
    // Taken everywhere, also where a request has no body that the description would show.
    described.add('expand')
    return namesTaken(params)
      .filter((name) => !described.has(name))
      .map((name) => `${action}: ${name}`)
  })
  expect(problems).toEqual([])
  const checkout = endpoints.find(({ action }) => action === 'checkout.sessions.create')
  expect(checkout && namesTaken(checkout.params)).toContain('line_items[][price]')
})

test('the description finds a parameter that is gone, a field that is missing and one of the wrong type', async () => {
  const api = await readDescription()
  const call = (form: string, answer: unknown) =>
    api.call({ method: 'POST', address: 'http://127.0.0.1/v1/customers', form, status: 200, answer })
  const deleted = { id: 'cus_1', object: 'customer', deleted: true }
  expect(api.object(deleted)).toEqual([])
  expect(api.object({ ...deleted, id: 1, shoe: 9 })).toEqual([
    'deleted_customer.id is integer, not string',
    'deleted_customer.shoe is unknown to Stripe',
  ])
  expect(call('email=a&shoe=9', deleted)).toEqual(
    expect.arrayContaining(['POST /v1/customers form.shoe is unknown to Stripe']),
  )
  expect(call('', deleted)).toEqual(expect.arrayContaining(['POST /v1/customers answer.created is missing']))
  const checkout = api.call({
    method: 'POST',
    address: 'http://127.0.0.1/v1/checkout/sessions',
    form: 'mode=payment&payment_method_types[0]=card&line_items[0][quantity]=many',
    status: 200,
    answer: {},
  })
  expect(checkout).toEqual(
    expect.arrayContaining([
      'POST /v1/checkout/sessions form.payment_method_types is unknown to Stripe',
      'POST /v1/checkout/sessions form.line_items[0].quantity is string, not integer',
    ]),
  )
})
