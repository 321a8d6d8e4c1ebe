/**
 * Closes a dialog on a click outside it, in browsers without the `closedby` attribute, such as Safari. The backdrop is
 * part of the dialog element, and everything inside is not.
 */
export const closeSheetAtBackdrop = ({ target }: Event): void => {
  if (!('closedBy' in HTMLDialogElement.prototype) && target instanceof HTMLDialogElement) target.close()
}

/**
 * Opens and closes the dialog that a button's `command` and `commandfor` name, in browsers from before 2025. Does
 * nothing where the browser supports these attributes.
 */
export const openAndCloseSheets = (button: HTMLElement): void => {
  if ('command' in HTMLButtonElement.prototype) return
  const sheet = document.getElementById(button.getAttribute('commandfor') ?? '')
  if (!(sheet instanceof HTMLDialogElement)) return
  if (button.getAttribute('command') === 'show-modal') sheet.showModal()
  else sheet.close()
}
