import { noValue, type Scope } from './intrinsics.ts'
import { listOf, objectOf, textOf, type Json } from './template.ts'

/** Evaluates a condition of a template, given as its name or as condition functions. */
export const conditionHolds = (scope: Scope, given: Json): boolean => {
  const { stack } = scope
  if (typeof given === 'boolean') return given
  if (typeof given === 'string') {
    const named = stack.template.Conditions?.[given]
    if (named === undefined) throw new Error(`${stack.name} has no condition ${given}`)
    return conditionHolds(scope, named)
  }
  const [[name, argument] = ['', null]] = Object.entries(objectOf(given, 'A condition'))
  const parts = listOf(argument)
  switch (name) {
    case 'Condition':
      return conditionHolds(scope, textOf(argument, 'Condition'))
    case 'Fn::Not':
      return !conditionHolds(scope, parts[0] ?? false)
    case 'Fn::And':
      return parts.every((part) => conditionHolds(scope, part))
    case 'Fn::Or':
      return parts.some((part) => conditionHolds(scope, part))
    case 'Fn::Equals': {
      const [left, right] = parts.map((part) => {
        const value = scope.resolve(part)
        return value === noValue ? undefined : JSON.stringify(value)
      })
      return left === right
    }
    default:
      throw new Error(`The emulator does not support the condition function ${name} (${stack.name})`)
  }
}
