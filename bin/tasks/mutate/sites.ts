import { type ESTree, parseSync, Visitor } from 'vite'
import { type Change, partsOf, type Site, switchName } from './switch.ts'

/** Text around an expression, and in place of its operator. */
interface Wrap extends ESTree.Span {
  readonly head: string
  readonly tail: string
}

export interface Instrumented {
  readonly code: string
  readonly sites: readonly Site[]
}

/** Functions that return a write with a condition. */
const conditionalWrites = /^(?:putNew|requireActiveAccount|requireAccount|linkRemoval)$/

/** Calls whose only purpose is to reject. */
const guardCalls = /^(?:require|assert|ensure|enforce|check|verify|reject|throwIf|expect)/

const relational = new Set(['<', '<=', '>', '>='])
const equality = new Set(['===', '!=='])

const isComparison = (node: ESTree.Node): node is ESTree.BinaryExpression =>
  node.type === 'BinaryExpression' && (relational.has(node.operator) || equality.has(node.operator))

const isNothing = (node: ESTree.Node): boolean =>
  (node.type === 'Identifier' && node.name === 'undefined') ||
  (node.type === 'Literal' && node.value === null)

/** Returns whether an operand only narrows a type, such as `session !== undefined`. */
const narrows = (node: ESTree.Node): boolean =>
  isComparison(node) && equality.has(node.operator) && (isNothing(node.left) || isNothing(node.right))

const nameOf = (callee: ESTree.Node): string => {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : ''
}

const unwrapped = (node: ESTree.Expression): ESTree.Expression => {
  if (node.type === 'ParenthesizedExpression') return unwrapped(node.expression)
  return node.type === 'AwaitExpression' ? unwrapped(node.argument) : node
}

const isApiError = (node: ESTree.Expression): boolean => {
  const inner = unwrapped(node)
  return inner.type === 'CallExpression' && nameOf(inner.callee) === 'apiError'
}

/** Collects the guards of one file, and the text that makes them switchable. */
class Collector {
  readonly sites: Site[] = []
  readonly functions: ESTree.Span[] = []
  private readonly wraps: Wrap[] = []
  private readonly operators: Wrap[] = []
  private readonly seen = new Set<string>()
  private readonly file: string
  private readonly source: string
  constructor(file: string, source: string) {
    this.file = file
    this.source = source
  }

  /** Adds a guard, unless it is one already or runs when the module is loaded, before any mutant is active. */
  private add({ start, end }: ESTree.Span, kind: string, changes: readonly Change[]): string | undefined {
    const before = this.source.slice(0, start)
    const line = before.split('\n').length
    const id = `${this.file}:${line}:${start - before.lastIndexOf('\n')}-${end - start}:${kind}`
    const isInFunction = this.functions.some((one) => one.start <= start && end <= one.end)
    if (this.seen.has(id) || !isInFunction) return undefined
    this.seen.add(id)
    const code = this.source.slice(start, end).replaceAll(/\s+/g, ' ')
    this.sites.push({ id, file: this.file, line, code, changes })
    return id
  }

  private wrap(node: ESTree.Span, call: string, changes: readonly Change[]): void {
    const { start, end } = node
    const id = this.add(node, call, changes)
    if (id !== undefined)
      this.wraps.push({ start, end, head: `${switchName}.${call}(${JSON.stringify(id)}, (`, tail: '))' })
  }

  /** A condition that decides whether something happens: an `if`, an operand, the result of a predicate. */
  condition(node: ESTree.Expression, changes: readonly Change[]): void {
    if (node.type === 'ParenthesizedExpression') this.condition(node.expression, changes)
    else this.wrap(node, 'condition', changes)
  }

  /** `true` for each operand of `&&` and `false` for each operand of `||` removes that guard. */
  operands(node: ESTree.LogicalExpression): void {
    if (node.operator === '??') return
    for (const operand of [node.left, node.right])
      if (operand.type !== 'LogicalExpression' && !narrows(operand))
        this.condition(operand, [node.operator === '&&' ? 'true' : 'false'])
  }

  /** `<` becomes `<=` and the other way round. */
  comparison({ start, end, left, right, operator }: ESTree.BinaryExpression): void {
    if (!relational.has(operator)) return
    const id = this.add({ start, end }, 'compare', ['boundary'])
    if (id === undefined) return
    const head = `${switchName}.compare(${JSON.stringify(id)}, '${operator}', (`
    this.wraps.push({ start, end, head, tail: '))' })
    this.operators.push({ start: left.end, end: right.start, head: '), (', tail: '' })
  }

  /** The condition of a write, as a whole and each of its parts. */
  expression({ properties }: ESTree.ObjectExpression): void {
    for (const property of properties) {
      if (property.type === 'SpreadElement' || property.shorthand) continue
      if (property.key.type !== 'Identifier' || property.key.name !== 'onlyIf') continue
      const code = this.source.slice(property.value.start, property.value.end)
      const parts = partsOf(code)
      const withoutOne =
        parts.length === 1 ? [] : parts.map((_part, index) => `without ${index + 1}` as const)
      this.wrap(property.value, 'expression', ['unconditional', ...withoutOne])
    }
  }

  /** A value that is computed once and kept, such as `known ??= compute()`. A mutant may change what is computed. */
  keptValue({ start, end, operator, left }: ESTree.AssignmentExpression): void {
    if (operator !== '??=' || left.type !== 'Identifier') return
    const restore = `${switchName}.restoreLater(${left.name}, (value) => { ${left.name} = value })`
    // Does not begin with a parenthesis: after a line without a semicolon, that would be a call.
    this.wraps.push({ start, end, head: `${restore} ?? (`, tail: ')' })
  }

  call(node: ESTree.CallExpression): void {
    if (conditionalWrites.test(nameOf(node.callee))) this.wrap(node, 'write', ['unconditional'])
  }

  statement({ expression }: ESTree.ExpressionStatement): void {
    const inner = unwrapped(expression)
    if (inner.type !== 'CallExpression' || !guardCalls.test(nameOf(inner.callee))) return
    const { start, end } = expression
    const id = this.add({ start, end }, 'isSkipped', ['skipped'])
    const head = `${switchName}.isSkipped(${JSON.stringify(id)}) ? undefined : (`
    if (id !== undefined) this.wraps.push({ start, end, head, tail: ')' })
  }

  /** A predicate's result: `(pass) => pass.userId === userId`. */
  result(node: ESTree.Expression): void {
    if (node.type === 'ParenthesizedExpression') this.result(node.expression)
    else if (isComparison(node)) this.condition(node, ['true', 'false'])
  }

  /** Returns the source with all insertions, on the same lines. */
  code(): string {
    // At one position, inner expressions end before outer ones, then operators follow, then outer ones begin.
    const tails = this.wraps.map(({ start, end, tail }) => ({
      at: end,
      to: end,
      text: tail,
      rank: [0, -start],
    }))
    const operators = this.operators.map(({ start, end, head }) => ({
      at: start,
      to: end,
      text: head,
      rank: [1, 0],
    }))
    const heads = this.wraps.map(({ start, end, head }) => ({
      at: start,
      to: start,
      text: head,
      rank: [2, -end],
    }))
    // When two wraps of the same expression nest, the wrap that was added last is the inner one.
    const edits = [...tails.toReversed(), ...operators, ...heads].toSorted(
      (a, b) => a.at - b.at || (a.rank[0] ?? 0) - (b.rank[0] ?? 0) || (a.rank[1] ?? 0) - (b.rank[1] ?? 0),
    )
    let code = ''
    let position = 0
    for (const { at, to, text } of edits) {
      code += this.source.slice(position, at) + text
      position = to
    }
    return code + this.source.slice(position)
  }
}

/** Finds the guards of a source file and makes each of them switchable. `file` is its path from the root. */
export const instrument = (file: string, source: string): Instrumented => {
  const { program, errors } = parseSync(file, source)
  const [error] = errors
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`)
  const found = new Collector(file, source)
  const addFunction = (node: ESTree.Span) => void found.functions.push(node)
  new Visitor({
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
  }).visit(program)
  new Visitor({
    IfStatement: ({ test }) => found.condition(test, ['true', 'false']),
    ConditionalExpression: ({ test, consequent, alternate }) => {
      if (isApiError(consequent) || isApiError(alternate)) found.condition(test, ['true', 'false'])
    },
    LogicalExpression: (node) => found.operands(node),
    BinaryExpression: (node) => found.comparison(node),
    ArrowFunctionExpression: ({ body }) => {
      if (body.type !== 'BlockStatement') found.result(body)
    },
    ReturnStatement: ({ argument }) => {
      if (argument !== null) found.result(argument)
    },
    ObjectExpression: (node) => found.expression(node),
    AssignmentExpression: (node) => found.keptValue(node),
    CallExpression: (node) => found.call(node),
    ExpressionStatement: (node) => found.statement(node),
  }).visit(program)
  return { code: found.code(), sites: found.sites }
}
