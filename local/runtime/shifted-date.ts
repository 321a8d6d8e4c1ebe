/**
 * Makes `Date` tell the local cloud's time: `new Date()`, `Date()` and `Date.now()` are moved by an offset,
 * everything else stays as it is. Subclasses, `instanceof` and `date.constructor` go on working because the
 * moved class shares its prototype with the real one.
 */
export const shiftedDate = (Real: DateConstructor, offsetMs: () => number): DateConstructor => {
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
