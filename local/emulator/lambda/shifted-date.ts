/**
 * Creates a `Date` that follows the movable clock: `new Date()`, `Date()` and `Date.now()` are shifted by an
 * offset. Subclasses, `instanceof` and `date.constructor` keep working because the shifted class shares its
 * prototype with the real one.
 */
const shiftedDate = (Real: DateConstructor, offsetMs: () => number): DateConstructor => {
  const realNow = Real.now.bind(Real)
  const now = () => realNow() + Math.round(offsetMs())
  return new Proxy(Real, {
    construct: (target, given: unknown[], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: () => new Real(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  })
}

/** Replaces the global `Date` of this thread. */
export const installShiftedDate = (offsetMs: () => number): void => {
  const moved = shiftedDate(globalThis.Date, offsetMs)
  moved.prototype.constructor = moved
  globalThis.Date = moved
}
