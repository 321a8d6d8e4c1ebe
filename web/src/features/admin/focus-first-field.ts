/**
 * Moves the focus to the first field of a form that has been emptied, which disables the pressed button. Does nothing if
 * the focus is outside the form.
 */
export const focusFirstField = (form: HTMLFormElement): void => {
  const { activeElement, body } = document
  if (activeElement === body || form.contains(activeElement)) form.querySelector('input')?.focus()
}
