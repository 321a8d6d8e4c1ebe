/** How providers name what they put on pages. */
const providerName = /tawk|woot|local-?chat/i

/**
 * Watches what is added to the page from now on, and takes away what the chat's script has added: it runs in
 * our page and asks nobody where it puts things.
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
      for (const element of added) if (element.isConnected && isOfChat(element)) elsewhere.adoptNode(element)
    },
  }
}

const isOfChat = (element: Element): boolean => {
  if (element.parentElement === document.body) return !isOurs(element)
  // Libraries of ours put styles into the head as well: there, only what bears a provider's name is theirs.
  if (element instanceof HTMLStyleElement) return providerName.test(element.textContent)
  const address = element.getAttribute('src') ?? element.getAttribute('href')
  return address !== null && new URL(address, window.location.href).origin !== window.location.origin
}

/**
 * Our pages are drawn inside their root. What of ours stands beside it is a dialog, drawn by React, which
 * marks its elements, or what guards a dialog's focus.
 */
const isOurs = (element: Element): boolean =>
  element.hasAttribute('data-radix-focus-guard') ||
  Object.keys(element).some((key) => key.startsWith('__react'))
