import { isObject, textOf, type Json } from '../cloudformation/template.ts'

/**
 * Checks whether a record matches a pattern of an event source mapping:
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html
 */
export const matchesPattern = (pattern: Json, record: unknown): boolean => {
  if (!isObject(pattern)) throw new Error(`Not a filter pattern: ${JSON.stringify(pattern)}`)
  return Object.entries(pattern).every(([key, wanted]) => {
    const value = typeof record === 'object' && record !== null ? Reflect.get(record, key) : undefined
    return Array.isArray(wanted)
      ? wanted.some((rule) => matchesRule(rule, value))
      : matchesPattern(wanted, value)
  })
}

const matchesRule = (rule: Json, value: unknown): boolean => {
  if (!isObject(rule)) return rule === value
  const [[name, argument] = ['', null]] = Object.entries(rule)
  switch (name) {
    case 'exists':
      return (value !== undefined) === argument
    case 'prefix':
      return typeof value === 'string' && value.startsWith(textOf(argument, 'prefix'))
    case 'suffix':
      return typeof value === 'string' && value.endsWith(textOf(argument, 'suffix'))
    case 'anything-but':
      return !(Array.isArray(argument) ? argument : [argument]).some((other) => other === value)
    default:
      throw new Error(`The emulator does not support the filter rule ${name}`)
  }
}
