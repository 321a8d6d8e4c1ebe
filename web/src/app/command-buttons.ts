/**
 * Browsers before 2025 do not act on `command` and `commandfor`: a few lines do it for them. Nothing
 * happens where the browser does it itself.
 */
export const openAndCloseSheets = (button: HTMLElement): void => {
  if ('command' in HTMLButtonElement.prototype) return
  const sheet = document.getElementById(button.getAttribute('commandfor') ?? '')
  if (!(sheet instanceof HTMLDialogElement)) return
  if (button.getAttribute('command') === 'show-modal') sheet.showModal()
  else sheet.close()
}
