/** A change that a mutant makes to a guard. */
export type Change = 'true' | 'false' | 'boundary' | 'unconditional' | 'skipped' | `without ${number}`

/** A guard in the source: the place that one or more mutants change. */
export interface Site {
  /** `services/passes/pass.repository.ts:182:7`, unique in a run. */
  readonly id: string
  readonly file: string
  readonly line: number
  readonly code: string
  readonly changes: readonly Change[]
}

export interface Mutant {
  readonly site: string
  readonly change: Change
}

export const idOf = ({ site, change }: Mutant): string => `${site} ${change}`

/** The number of guards that a mutant may pass before it counts as running forever. Tests pass a few thousand. */
const maxPasses = 3_000_000

const comparisons: Readonly<Record<string, (a: never, b: never) => boolean>> = {
  '<': (a, b) => a <= b,
  '<=': (a, b) => a < b,
  '>': (a, b) => a >= b,
  '>=': (a, b) => a > b,
}
const originals: Readonly<Record<string, (a: never, b: never) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

/** A condition that every item meets. A `check` must have one. */
const metByAll = 'attribute_exists(pk) OR attribute_not_exists(pk)'

/** Splits text at a separator, except in parentheses. */
const splitOutside = (text: string, separator: string): string[] => {
  const parts: string[] = []
  let [start, depth] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth > 0 || !text.startsWith(separator, at)) continue
    parts.push(text.slice(start, at))
    start = at + separator.length
  }
  return [...parts, text.slice(start)]
}

/** Returns the parts of a condition that must all hold: the whole condition if it is one of alternatives. */
export const partsOf = (condition: string): string[] =>
  splitOutside(condition, ' OR ').length > 1 ? [condition] : splitOutside(condition, ' AND ')

/** Decides at run time which mutant is active. The instrumented sources call it at each guard. */
export const createSwitch = () => {
  let active: Mutant | undefined
  let passes = 0
  let reached = new Set<string>()
  let restores: (() => void)[] = []

  const isActive = (site: string, change: Change): boolean => {
    reached.add(site)
    if (active === undefined) return false
    passes += 1
    if (passes > maxPasses) throw new Error(`${idOf(active)} does not end`)
    return active.site === site && active.change === change
  }

  return {
    /** Activates a mutant, or none, clears the reached guards, and forgets what was computed once and kept. */
    activate(mutant: Mutant | undefined) {
      for (const restore of restores) restore()
      restores = []
      active = mutant
      passes = 0
      reached = new Set()
    },
    reached: (): ReadonlySet<string> => reached,
    /** The value of a condition. */
    condition: (site: string, value: unknown): unknown => {
      if (isActive(site, 'true')) return true
      return isActive(site, 'false') ? false : value
    },
    /** A comparison whose boundary may move. */
    compare: (site: string, sign: string, a: never, b: never): boolean => {
      const decide = isActive(site, 'boundary') ? comparisons[sign] : originals[sign]
      if (decide === undefined) throw new Error(`${sign} is not a comparison`)
      return decide(a, b)
    },
    /** The condition expression of a write. */
    expression: (site: string, value: string | undefined): string | undefined => {
      if (value === undefined || isActive(site, 'unconditional')) return value && metByAll
      return partsOf(value)
        .filter((_part, index) => !isActive(site, `without ${index + 1}`))
        .join(' AND ')
    },
    /** A write whose condition may be missing. */
    write: (site: string, value: object): object =>
      isActive(site, 'unconditional') ? { ...value, condition: { onlyIf: metByAll } } : value,
    /** Restores a variable without a value at the next activation. Otherwise one mutant could fail all later tests. */
    restoreLater<Value>(value: Value, restore: (value: Value) => void): void {
      if (value === undefined || value === null) restores.push(() => restore(value))
    },
    isSkipped: (site: string): boolean => isActive(site, 'skipped'),
  }
}

/** The name under which instrumented sources find the switch. */
export const switchName = '__guards'

declare global {
  var __guards: ReturnType<typeof createSwitch> | undefined
}

/** Returns the switch of this process. */
export const sharedSwitch = (): ReturnType<typeof createSwitch> => (globalThis[switchName] ??= createSwitch())
