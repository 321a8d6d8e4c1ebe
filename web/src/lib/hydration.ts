import { nextTask } from './next-task.ts'

/** A part of the prerendered page that is hydrated in a task of its own. See `features/site/chrome/own-task.tsx`. */
export interface Part {
  readonly begins: Promise<void>
  hasBegun: boolean
}

/** The parts of the page that is being hydrated. Undefined unless `hydrate` is running. */
let parts: Part[] | undefined
let end: Promise<void> | undefined

/**
 * Calls `hydrate`, and then hydrates every `OwnTask` of the page. Resolves after the last one. Hydrating a whole page in one task blocks a slow phone
 * for 100 to 200 ms, in which it does not respond to the visitor.
 */
export const hydrateInTasks = async (hydrate: () => void): Promise<void> => {
  const waiting: Part[] = []
  parts = waiting
  try {
    hydrate()
  } finally {
    parts = undefined
  }
  end = endOf(waiting)
  await end
}

const endOf = async (waiting: readonly Part[]): Promise<void> => {
  await Promise.all(waiting.map(({ begins }) => begins))
  // The last part is hydrated in the current task.
  await nextTask()
  end = undefined
}

/**
 * Returns a part to wait for, or undefined if it may be rendered now.
 *
 * @param turn position in the order of hydration, from 1
 */
export const partOfHydration = (turn: number): Part | undefined => {
  if (!parts) return undefined
  const begin = async () => {
    for (let task = 0; task < turn; task += 1) await nextTask()
    part.hasBegun = true
  }
  const part: Part = { begins: begin(), hasBegun: false }
  parts.push(part)
  return part
}

/** Returns a promise that resolves once every part has been hydrated, or undefined if all have been. */
export const hydrationEnd = (): Promise<void> | undefined => end
