/** An attribute in DynamoDB's own notation: `{ S: 'a' }`. */
export type Attribute = Readonly<Record<string, unknown>>
export type Item = Record<string, Attribute>

/** The names and values that the expressions of one call refer to. */
export interface Placeholders {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Readonly<Record<string, Attribute>>
}

/** Throws an error for anything that the table in memory does not support, so that it never guesses. */
export const unsupported = (what: string): never => {
  throw new Error(`The table in memory does not support ${what}`)
}

const nameOf = (name: string, { ExpressionAttributeNames: names }: Placeholders): string =>
  name.startsWith('#') ? (names?.[name] ?? unsupported(`the name ${name} without a meaning`)) : name

const operand = (text: string, item: Item, placeholders: Placeholders): Attribute | undefined =>
  text.startsWith(':')
    ? (placeholders.ExpressionAttributeValues?.[text] ?? unsupported(`the value ${text} without a meaning`))
    : item[nameOf(text, placeholders)]

const textOf = (value: Attribute | undefined): string =>
  typeof value?.['S'] === 'string' ? value['S'] : unsupported('a comparison of this type')

const order = (left: Attribute, right: Attribute): number => {
  if (left['N'] !== undefined) return Number(left['N']) - Number(right['N'])
  const [a, b] = [textOf(left), textOf(right)]
  if (a === b) return 0
  return a < b ? -1 : 1
}

const compare = (sign: string, left: Attribute | undefined, right: Attribute | undefined): boolean => {
  // True for a missing attribute, as in DynamoDB.
  if (sign === '<>') return JSON.stringify(left) !== JSON.stringify(right)
  if (left === undefined || right === undefined) return false
  if (sign === '=') return JSON.stringify(left) === JSON.stringify(right)
  // DynamoDB compares values of one type only.
  if (Object.keys(left)[0] !== Object.keys(right)[0]) return false
  const difference = order(left, right)
  return (
    { '<': difference < 0, '<=': difference <= 0, '>': difference > 0, '>=': difference >= 0 }[sign] ?? false
  )
}

/** Decides whether an item meets a condition. */
type Condition = (item: Item, placeholders: Placeholders) => boolean

const toTerm = (term: string): Condition => {
  const [, not, present] = /^attribute_(not_)?exists\((\S+)\)$/.exec(term) ?? []
  if (present !== undefined)
    return (item, placeholders) => (item[nameOf(present, placeholders)] !== undefined) === (not === undefined)
  const [, whole, prefix] = /^begins_with\((\S+), (\S+)\)$/.exec(term) ?? []
  if (whole !== undefined && prefix !== undefined)
    return (item, placeholders) => {
      const [text, start] = [operand(whole, item, placeholders), operand(prefix, item, placeholders)]
      return typeof text?.['S'] === 'string' && text['S'].startsWith(textOf(start))
    }
  const [, left, sign, right] = /^(\S+) (=|<>|<|>|<=|>=) (\S+)$/.exec(term) ?? []
  if (left === undefined || sign === undefined || right === undefined)
    return unsupported(`the condition ${term}`)
  return (item, placeholders) =>
    compare(sign, operand(left, item, placeholders), operand(right, item, placeholders))
}

/** Splits at a word that stands outside all brackets. */
const splitAt = (text: string, word: ' AND ' | ' OR '): string[] => {
  const parts = ['']
  let depth = 0
  for (const piece of text.split(new RegExp(`(${word}|[()])`))) {
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
    if (piece === word && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${piece}`)
  }
  return parts
}

const toCondition = (text: string): Condition => {
  const either = splitAt(text, ' OR ')
  if (either.length > 1) {
    const conditions = either.map(toCondition)
    return (item, placeholders) => conditions.some((one) => one(item, placeholders))
  }
  // `BETWEEN :a AND :b` is the one AND that joins no conditions.
  const both = splitAt(text.replace(/(\S+) BETWEEN (\S+) AND (\S+)/, '$1 >= $2 AND $1 <= $3'), ' AND ')
  if (both.length > 1) {
    const conditions = both.map(toCondition)
    return (item, placeholders) => conditions.every((one) => one(item, placeholders))
  }
  const inner = /^\((.*)\)$/.exec(text)?.[1]
  return inner === undefined ? toTerm(text) : toCondition(inner)
}

/** Conditions by their text. Our repositories use some dozens, thousands of times. */
const conditions = new Map<string, Condition>()

/** Decides whether an item meets a condition, of a write or of a query. A missing item has no attributes. */
export const meets = (text: string, item: Item, placeholders: Placeholders): boolean => {
  const condition = conditions.get(text) ?? toCondition(text)
  conditions.set(text, condition)
  return condition(item, placeholders)
}

const assigned = (value: string, item: Item, placeholders: Placeholders): Attribute => {
  const [, name, otherwise] = /^if_not_exists\((\S+), (\S+)\)$/.exec(value) ?? []
  const found =
    name === undefined || otherwise === undefined
      ? operand(value, item, placeholders)
      : (item[nameOf(name, placeholders)] ?? operand(otherwise, item, placeholders))
  return found ?? unsupported(`the value ${value}`)
}

/** Applies an update expression to a copy of an item. */
export const update = (expression: string, item: Item, placeholders: Placeholders): Item => {
  const changed = { ...item }
  for (const [, verb, terms = ''] of expression.matchAll(
    /\b(SET|REMOVE|ADD) (.*?)(?= (?:SET|REMOVE|ADD) |$)/g,
  )) {
    if (terms === '') throw new Error(`ValidationException: ${verb} names no attribute`)
    for (const term of terms.split(/, (?![^(]*\))/)) {
      const [name = '', value = ''] = term.split(verb === 'ADD' ? ' ' : ' = ')
      const attribute = nameOf(name, placeholders)
      if (verb === 'REMOVE') delete changed[attribute]
      else if (verb === 'SET') changed[attribute] = assigned(value, item, placeholders)
      else {
        const sum = Number(item[attribute]?.['N'] ?? 0) + Number(operand(value, item, placeholders)?.['N'])
        changed[attribute] = { N: String(sum) }
      }
    }
  }
  return changed
}
