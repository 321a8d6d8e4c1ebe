/** Stands in for React where components are rendered once: hooks return their first values, and effects never run. */

const never = (): void => undefined

export const useRef = <Value>(value: Value): { current: Value } => ({ current: value })
export const useLayoutEffect = never
export const useSyncExternalStore = <Value>(_subscribe: unknown, get: () => Value): Value => get()
