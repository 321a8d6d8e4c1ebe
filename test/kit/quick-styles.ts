type ComputeStyle = typeof window.getComputedStyle

/** Attributes that decide how a browser's own style sheet displays an element. */
const deciding = ['hidden', 'open', 'popover', 'type']

const setsInline = (element: Element, property: string): boolean =>
  element.getAttribute('style')?.includes(property) === true

const isAnySelfOrAncestor = (element: Element, test: (one: Element) => boolean): boolean => {
  for (let at: Element | null = element; at !== null; at = at.parentElement) if (test(at)) return true
  return false
}

/**
 * Returns a `getComputedStyle` that computes, without jsdom's hundred rules for each element, what the libraries of the
 * tests ask for thousands of times: `display`, `visibility` and `pointer-events` in a document without style sheets.
 * jsdom computes everything else.
 */
export const quickStyles = (compute: ComputeStyle): ComputeStyle => {
  /** Displays by kind of element, as jsdom has computed them. */
  const displays = new Map<string, string>()
  const display = (element: Element): string => {
    // The display of a summary depends on its place.
    if (setsInline(element, 'display') || element.localName === 'summary') return compute(element).display
    const kind = [
      element.localName,
      ...deciding.map((name) => JSON.stringify(element.getAttribute(name))),
    ].join(' ')
    const known = displays.get(kind) ?? compute(element).display
    displays.set(kind, known)
    return known
  }
  const visibility = (element: Element): string =>
    isAnySelfOrAncestor(element, (one) => one.hasAttribute('hidden') || setsInline(one, 'visibility'))
      ? compute(element).visibility
      : 'visible'
  const pointerEvents = (element: Element): string =>
    isAnySelfOrAncestor(element, (one) => setsInline(one, 'pointer-events'))
      ? compute(element).pointerEvents
      : 'auto'
  const known = new Map<PropertyKey, (element: Element) => string>([
    ['display', display],
    ['visibility', visibility],
    ['pointerEvents', pointerEvents],
    ['pointer-events', pointerEvents],
  ])
  return (element, pseudo) => {
    if (pseudo || element.ownerDocument.styleSheets.length > 0) return compute(element, pseudo)
    const getPropertyValue = (name: string): string =>
      known.get(name)?.(element) ?? compute(element).getPropertyValue(name)
    // The type of the target is that of what the handler returns.
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name): unknown => {
        if (name === 'getPropertyValue') return getPropertyValue
        const style = known.get(name)?.(element) ?? Reflect.get(compute(element), name)
        return typeof style === 'function' ? style.bind(compute(element)) : style
      },
    })
  }
}
