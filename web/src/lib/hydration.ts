import { nextTask } from './next-task.ts'

/** A part of the prerendered page that is hydrated in a task of its own. See `features/site/chrome/own-task.tsx`. */
export interface Part {
  readonly begins: Promise<void>
  hasBegun: boolean
}

/** The parts that were found while `hydrate` runs; undefined at any other time. */
let found: Part[] | undefined
let over: Promise<void> | undefined

/**
 * Calls `hydrate`, and then hydrates every `OwnTask` of the page. Hydrating a whole page in one task blocks a slow phone
 * for 100 to 200 ms: nothing that the visitor types or presses shows meanwhile.
 */
export const hydrateInTasks = (hydrate: () => void): void => {
  const parts: Part[] = []
  found = parts
  hydrate()
  found = undefined
  over = endOf(parts)
}

const endOf = async (parts: readonly Part[]): Promise<void> => {
  await Promise.all(parts.map(({ begins }) => begins))
  // The last part is hydrated in the current task.
  await nextTask()
  over = undefined
}

/** Returns a part to wait for, or undefined if it may be rendered now. `turn`: 1 for the part that is hydrated first. */
export const partOfHydration = (turn: number): Part | undefined => {
  if (!found) return undefined
  const begin = async () => {
    for (let task = 0; task < turn; task += 1) await nextTask()
    part.hasBegun = true
  }
  const part: Part = { begins: begin(), hasBegun: false }
  found.push(part)
  return part
}

/** Returns a promise that resolves once every part has been hydrated, or undefined if none is left. */
export const hydrationEnd = (): Promise<void> | undefined => over
