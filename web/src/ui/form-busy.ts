import { createContext, useContext, type MouseEvent } from 'react'

/** True if the form around a field is being sent. `Form` sets it. */
export const FormBusy = createContext(false)

/** Returns whether the form around a field is being sent. */
export const useFormBusy = (): boolean => useContext(FormBusy)

/** Ignores a click. Browsers have read-only text fields, but no read-only choices. */
export const keepChoice = (event: MouseEvent): void => event.preventDefault()
