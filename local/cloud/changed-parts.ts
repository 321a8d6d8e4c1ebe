import { isDeepStrictEqual } from 'node:util'
import type { CloudModel } from '#local/emulator/cloudformation/model.ts'
import type { FunctionModel } from '#local/emulator/cloudformation/functions.ts'

/** Parts of the templates that a running cloud cannot change, because they hold data or other parts refer to them. */
const fixedParts = {
  tables: 'tables',
  buckets: 'buckets',
  queueArns: 'queues',
  cognito: 'user pools',
  streamSources: 'streams',
  rules: 'schedules',
  distribution: 'distribution',
  outputs: 'outputs',
} as const satisfies Record<Exclude<keyof CloudModel, 'functions' | 'apis'>, string>

const namesOf = (functions: readonly FunctionModel[]) => functions.map(({ name }) => name).toSorted()

/** The parts of a running cloud that changed templates affect. */
export interface ChangedParts {
  /** Existing functions with other permissions, variables or limits. */
  readonly functions: readonly FunctionModel[]
  /** True if routes or their limits differ. */
  readonly api: boolean
  /** Names of the changed parts that need a restart. */
  readonly needRestart: readonly string[]
}

/** Compares the resources of a running cloud with the resources of changed templates. */
export const changedParts = (running: CloudModel, next: CloudModel): ChangedParts => {
  const parts = Object.entries(fixedParts) as [keyof typeof fixedParts, string][]
  const hasOtherFunctions = !isDeepStrictEqual(namesOf(running.functions), namesOf(next.functions))
  return {
    functions: next.functions.filter((definition) => {
      const before = running.functions.find(({ arn }) => arn === definition.arn)
      return before !== undefined && !isDeepStrictEqual(before, definition)
    }),
    api: !isDeepStrictEqual(running.apis, next.apis),
    needRestart: [
      ...(hasOtherFunctions ? ['functions added or removed'] : []),
      ...parts.flatMap(([part, name]) => (isDeepStrictEqual(running[part], next[part]) ? [] : [name])),
    ],
  }
}
