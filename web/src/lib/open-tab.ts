/**
 * Opens an address that has to be asked for in a new tab. The tab is opened first, within the person's click:
 * opened later, a browser would block it. Where even that is blocked, this tab goes there. Throws what `ask`
 * throws, with the tab closed again.
 */
export const openInTab = async (ask: () => Promise<string>): Promise<void> => {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null // the other side gets no hold on this page
  try {
    const address = await ask()
    if (tab?.closed) return // the person has thought better of it
    if (tab) tab.location.replace(address)
    else window.location.assign(address)
  } catch (failure) {
    tab?.close()
    throw failure
  }
}
