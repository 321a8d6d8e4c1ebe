/**
 * Opens the address that `request` returns in a new tab. Opens the empty tab before the request, because browsers
 * block tabs that are not opened directly by a click. If the browser blocks it anyway, this tab goes to the address.
 * Closes the tab and rethrows when `request` throws.
 */
export const openInTab = async (request: () => Promise<string>): Promise<void> => {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null // the opened site must not control this page
  try {
    const address = await request()
    if (tab?.closed) return // the user has closed the tab in the meantime
    if (tab) tab.location.replace(address)
    else window.location.assign(address)
  } catch (failure) {
    tab?.close()
    throw failure
  }
}
