type ComputeStyle = typeof window.getComputedStyle

/** Attributes that decide how a browser's own style sheet displays an element. */
const deciding = ['hidden', 'open', 'popover', 'type']

const setsInline = (element: Element, property: string): boolean =>
  element.getAttribute('style')?.includes(property) === true

const isAnySelfOrAncestor = (element: Element, test: (one: Element) => boolean): boolean => {
  for (let at: Element | null = element; at !== null; at = at.parentElement) if (test(at)) return true
  return false
}

/** Returns the selectors of the rules that set a property, including those that are inside other rules. */
const selectorsOf = (rules: CSSRuleList, property: string): string[] =>
  [...rules].flatMap((rule) => {
    if (rule instanceof CSSStyleRule)
      return rule.style.getPropertyValue(property) === '' ? [] : [rule.selectorText]
    return rule instanceof CSSGroupingRule ? selectorsOf(rule.cssRules, property) : []
  })

/** Returns a function that tells whether a rule of the document's style sheets sets a property of an element. */
const ruledElements = (property: string) => {
  /** Cached by sheet and number of rules, because a sheet that gets another rule has other selectors. */
  const selectors = new WeakMap<CSSStyleSheet, { rules: number; selector: string }>()
  const selectorOf = (sheet: CSSStyleSheet): string => {
    const known = selectors.get(sheet)
    if (known?.rules === sheet.cssRules.length) return known.selector
    const selector = selectorsOf(sheet.cssRules, property).join(', ')
    selectors.set(sheet, { rules: sheet.cssRules.length, selector })
    return selector
  }
  return (element: Element): boolean =>
    [...element.ownerDocument.styleSheets].some((sheet) => {
      const selector = selectorOf(sheet)
      return selector !== '' && element.matches(selector)
    })
}

/**
 * Returns a `getComputedStyle` that computes, without jsdom's hundred rules for each element, what the libraries of the
 * tests ask for thousands of times: `display`, `visibility` and `pointer-events` of elements for which no style sheet
 * of the document sets them. jsdom computes everything else.
 */
export const quickStyles = (compute: ComputeStyle): ComputeStyle => {
  const hasDisplayRule = ruledElements('display')
  const hasVisibilityRule = ruledElements('visibility')
  const hasPointerEventsRule = ruledElements('pointer-events')
  /** Displays by kind of element, as jsdom has computed them. */
  const displays = new Map<string, string>()
  const display = (element: Element): string => {
    // The display of a summary depends on its place.
    if (setsInline(element, 'display') || element.localName === 'summary' || hasDisplayRule(element))
      return compute(element).display
    const kind = [
      element.localName,
      ...deciding.map((name) => JSON.stringify(element.getAttribute(name))),
    ].join(' ')
    const known = displays.get(kind) ?? compute(element).display
    displays.set(kind, known)
    return known
  }
  const visibility = (element: Element): string =>
    isAnySelfOrAncestor(
      element,
      (one) => one.hasAttribute('hidden') || setsInline(one, 'visibility') || hasVisibilityRule(one),
    )
      ? compute(element).visibility
      : 'visible'
  const pointerEvents = (element: Element): string =>
    isAnySelfOrAncestor(element, (one) => setsInline(one, 'pointer-events') || hasPointerEventsRule(one))
      ? compute(element).pointerEvents
      : 'auto'
  const known = new Map<PropertyKey, (element: Element) => string>([
    ['display', display],
    ['visibility', visibility],
    ['pointerEvents', pointerEvents],
    ['pointer-events', pointerEvents],
  ])
  return (element, pseudo) => {
    if (pseudo) return compute(element, pseudo)
    const getPropertyValue = (name: string): string =>
      known.get(name)?.(element) ?? compute(element).getPropertyValue(name)
    // The handler returns all values. The target only gives the proxy its type.
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name): unknown => {
        if (name === 'getPropertyValue') return getPropertyValue
        const style = known.get(name)?.(element) ?? Reflect.get(compute(element), name)
        return typeof style === 'function' ? style.bind(compute(element)) : style
      },
    })
  }
}
