import type { ComponentProps } from 'react'
import { FormBusy } from './form-busy.ts'

interface FormProps extends ComponentProps<'form'> {
  /**
   * Whether the form is being sent. Its fields are then read-only, because what is typed now would be lost when the form
   * closes. They are not disabled: a disabled field loses the focus.
   */
  readonly busy: boolean
}

/** A form whose fields accept no change while it is being sent. */
export const Form = ({ busy, ...form }: FormProps) => (
  <FormBusy.Provider value={busy}>
    <form {...form} />
  </FormBusy.Provider>
)
