/** Names that providers use in their styles. */
const providerName = /tawk|woot|local-?chat/i

/**
 * Records elements added to the page from now on. `remove` removes the elements that the chat's script added, because
 * providers do not remove them themselves.
 */
export const trackPageAdditions = (): { remove: () => void } => {
  const added = new Set<Element>()
  const record = (records: readonly MutationRecord[]) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof Element) added.add(node)
  }
  const observer = new MutationObserver(record)
  for (const parent of [document.head, document.body]) observer.observe(parent, { childList: true })
  // A script that is moved to another document while it loads does not run.
  const otherDocument = document.implementation.createHTMLDocument()
  return {
    remove: () => {
      record(observer.takeRecords())
      observer.disconnect()
      for (const element of added)
        if (element.isConnected && isFromChat(element)) otherDocument.adoptNode(element)
    },
  }
}

const isFromChat = (element: Element): boolean => {
  if (element.parentElement === document.body) return !isFromApp(element)
  // Our own libraries also add styles to the head, so only styles with a provider's name are removed.
  if (element instanceof HTMLStyleElement) return providerName.test(element.textContent)
  const address = element.getAttribute('src') ?? element.getAttribute('href')
  return address !== null && new URL(address, window.location.href).origin !== window.location.origin
}

/** Returns whether the app added the element. Outside its root element, it adds only dialogs with their focus guards, and toasts. */
const isFromApp = (element: Element): boolean =>
  element.hasAttribute('data-from-app') || element.hasAttribute('data-radix-focus-guard')
