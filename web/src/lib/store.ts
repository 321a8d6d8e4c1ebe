import { useSyncExternalStore } from 'react'

/** Creates a set of listeners for one kind of event. `add` returns a function that removes the listener. */
export const createListeners = <Args extends readonly unknown[] = []>() => {
  // Each listener has an object of its own, because two components may add the same function.
  const added = new Set<{ listener: (...args: Args) => void }>()
  return {
    add: (listener: (...args: Args) => void): (() => void) => {
      const entry = { listener }
      added.add(entry)
      return () => {
        added.delete(entry)
      }
    },
    isEmpty: (): boolean => added.size === 0,
    notify: (...args: Args): void => {
      for (const { listener } of added) listener(...args)
    },
  }
}

export interface Store<T> {
  readonly get: () => T
  /** Replaces the value and notifies the subscribers, even when the value is the same. */
  readonly set: (next: T) => void
  /** Calls `listener` after each change. Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates a value of the browser tab that components and other code share. */
export const createStore = <T>(initial: T): Store<T> => {
  let value = initial
  const listeners = createListeners()
  return {
    get: () => value,
    set: (next) => {
      value = next
      listeners.notify()
    },
    subscribe: listeners.add,
  }
}

/**
 * Returns the value of a store and rerenders the component when it changes. Prerendered pages show `onServer`, and
 * so does the browser while it hydrates them.
 */
export const useStore = <T>({ get, subscribe }: Pick<Store<T>, 'get' | 'subscribe'>, onServer: T): T =>
  useSyncExternalStore(subscribe, get, () => onServer)
