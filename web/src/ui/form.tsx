import { useEffect, useRef, type ComponentProps, type FormEvent } from 'react'
import { FormBusy } from './form-busy.ts'

interface FormProps extends Omit<ComponentProps<'form'>, 'ref'> {
  /**
   * True if the form is being sent. Its fields are then read-only, because what is typed now would be lost when the form
   * closes. They are not disabled: a disabled field loses the focus.
   */
  readonly busy: boolean
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * Moves the focus to the first field with an error: screen readers then read the error out. Does nothing if the focus is
 * outside the form.
 */
const focusInvalid = (form: HTMLFormElement | null): void => {
  const { activeElement, body } = document
  if (activeElement !== body && !form?.contains(activeElement)) return
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const field = invalid?.matches('fieldset') ? invalid.querySelector('input') : invalid
  field?.focus()
}

/** A form whose fields accept no change while it is being sent. A field with an error then gets the focus. */
export const Form = ({ busy, onSubmit, ...form }: FormProps) => {
  const element = useRef<HTMLFormElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy) focusInvalid(element.current)
    wasBusy.current = busy
  }, [busy])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    onSubmit(event)
    // An error that needs no request is shown before the next task.
    setTimeout(() => focusInvalid(element.current))
  }
  return (
    <FormBusy.Provider value={busy}>
      <form {...form} ref={element} onSubmit={submit} />
    </FormBusy.Provider>
  )
}
