import { type Engine, type EngineName, engineNames } from './engines.ts'

export interface Selection {
  readonly toRun: readonly Engine[]
  /** One line for each engine that cannot run: the missing programs and how to install them. */
  readonly skipped: readonly string[]
  /** True if an engine was requested by name and cannot run, or if no engine can run. */
  readonly isIncomplete: boolean
}

const missingPrograms = ({ programs }: Engine): string[] =>
  Object.entries(programs).flatMap(([program, path]) => (path === undefined ? [program] : []))

/** Throws for an engine that does not exist. */
export const requestedEngines = (names: readonly string[]): readonly EngineName[] =>
  names.map((name) => {
    const known = engineNames.find((one) => one === name)
    if (known === undefined) throw new Error(`Unknown engine "${name}": use ${engineNames.join(' or ')}.`)
    return known
  })

/** Chooses the engines to run: the requested ones, or all that this machine has. */
export const selectEngines = (engines: readonly Engine[], requested: readonly EngineName[]): Selection => {
  const wanted = requested.length === 0 ? engines : engines.filter(({ name }) => requested.includes(name))
  const toRun = wanted.filter((engine) => missingPrograms(engine).length === 0)
  const skipped = wanted
    .filter((engine) => !toRun.includes(engine))
    .map(
      (engine) =>
        `Skipped: ${engine.name}. Missing: ${missingPrograms(engine).join(', ')}. To install: ${engine.installation}.`,
    )
  return {
    toRun,
    skipped,
    isIncomplete: toRun.length === 0 || (requested.length > 0 && skipped.length > 0),
  }
}
