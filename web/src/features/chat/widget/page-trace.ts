/**
 * Watches what is added to the page from now on. Our own pages are drawn inside their root, so whatever
 * appears beside it, and whatever in the head is a style or comes from elsewhere, is the chat's.
 */
export const traceAdditions = (): { remove: () => void } => {
  const added = new Set<Element>()
  const note = (records: readonly MutationRecord[]) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof Element) added.add(node)
  }
  const observer = new MutationObserver(note)
  for (const place of [document.head, document.body]) observer.observe(place, { childList: true })
  // A script that is moved to another document before it has come does not run any more.
  const elsewhere = document.implementation.createHTMLDocument()
  return {
    remove: () => {
      note(observer.takeRecords())
      observer.disconnect()
      for (const element of added)
        if (element.parentElement === document.body || isForeign(element)) elsewhere.adoptNode(element)
    },
  }
}

const isForeign = (element: Element): boolean => {
  if (element instanceof HTMLStyleElement) return true
  const address = element.getAttribute('src') ?? element.getAttribute('href')
  return address !== null && new URL(address, window.location.href).origin !== window.location.origin
}
