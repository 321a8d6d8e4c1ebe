import { type Attribute, type Item, unsupported } from './expressions.ts'

type Values = Readonly<Record<string, unknown>>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const toAttribute = (value: unknown): Attribute => {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: String(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (value === null) return { NULL: true }
  if (Array.isArray(value)) return { L: value.filter((one) => one !== undefined).map(toAttribute) }
  return isValues(value) ? { M: toItem(value) } : unsupported(`a value of the type ${typeof value}`)
}

/** Converts values to DynamoDB's notation, as the client library does. Leaves out `undefined`. */
export const toItem = (values: Values): Item => {
  const item: Item = {}
  for (const [name, value] of Object.entries(values)) if (value !== undefined) item[name] = toAttribute(value)
  return item
}

const isItem = (value: unknown): value is Item => isValues(value)

const toValue = (attribute: unknown): unknown => {
  const [[type, value] = []] = Object.entries(isValues(attribute) ? attribute : {})
  if (type === 'N') return Number(value)
  if (type === 'NULL') return null
  if (type === 'L' && Array.isArray(value)) return value.map(toValue)
  if (type === 'M' && isItem(value)) return toValues(value)
  return type === 'S' || type === 'BOOL' ? value : unsupported(`an attribute of the type ${type}`)
}

/** Converts an item from DynamoDB's notation to plain values. */
export const toValues = (item: Item): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(item)) values[name] = toValue(item[name])
  return values
}
