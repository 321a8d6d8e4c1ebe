/** Time for a download to start, in milliseconds. Closing the empty tab earlier would cancel it. */
const saveStartsWithinMs = 5000

/**
 * Closes a tab that a download has left empty. A tab that shows a page belongs to another site by then, and must stay.
 */
const closeIfEmpty = (tab: Window): void => {
  try {
    if (tab.location.href === 'about:blank') tab.close()
  } catch {
    // The tab shows a page of another site, whose address this page may not read.
  }
}

interface TabOptions {
  /**
   * True if the address is a file that browsers save instead of showing it. The empty tab is closed once the file is
   * being saved.
   */
  readonly savesFile?: boolean
}

/**
 * Opens the address that `request` returns in a new tab. Opens the empty tab before the request, because browsers
 * block tabs that are not opened directly by a click. If the browser blocks it anyway, this tab goes to the address.
 * Closes the tab and rethrows when `request` throws.
 */
export const openInTab = async (
  request: () => Promise<string>,
  { savesFile = false }: TabOptions = {},
): Promise<void> => {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null // the opened site must not control this page
  try {
    const address = await request()
    if (tab?.closed) return // the user has closed the tab in the meantime
    if (!tab) return window.location.assign(address)
    tab.location.replace(address)
    if (savesFile) setTimeout(() => closeIfEmpty(tab), saveStartsWithinMs)
  } catch (failure) {
    tab?.close()
    throw failure
  }
}
