import { nextTask } from './next-task.ts'

/** A part of the prerendered page that is hydrated in a task of its own. See `features/site/chrome/own-task.tsx`. */
export interface Part {
  readonly begins: Promise<void>
  hasBegun: boolean
}

/** Resolves when the last part found begins. Undefined unless `hydrate` is running. */
let lastBegins: Promise<void> | undefined
let end: Promise<void> | undefined

/**
 * Calls `hydrate`, and then hydrates every `OwnTask` of the page, in the order of the document. Resolves after the last
 * one. Hydrating a whole page in one task blocks a slow phone for 100 to 200 ms, in which it does not respond to the
 * visitor.
 */
export const hydrateInTasks = async (hydrate: () => void): Promise<void> => {
  lastBegins = Promise.resolve()
  try {
    hydrate()
  } finally {
    end = endAfter(lastBegins)
    lastBegins = undefined
  }
  await end
}

const endAfter = async (begins: Promise<void>): Promise<void> => {
  await begins
  // The last part is hydrated in the current task.
  await nextTask()
  end = undefined
}

/** Returns a part to wait for, or undefined if it may be rendered now. */
export const partOfHydration = (): Part | undefined => {
  const earlierBegins = lastBegins
  if (!earlierBegins) return undefined
  const begin = async () => {
    await earlierBegins
    await nextTask()
    part.hasBegun = true
  }
  const part: Part = { begins: begin(), hasBegun: false }
  lastBegins = part.begins
  return part
}

/** Returns a promise that resolves once every part has been hydrated, or undefined if all have been. */
export const hydrationEnd = (): Promise<void> | undefined => end
