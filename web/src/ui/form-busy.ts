import { createContext, useContext } from 'react'

/** Whether the form around a field is being sent. `Form` sets it. */
export const FormBusy = createContext(false)

/** Returns whether the form around a field is being sent. */
export const useFormBusy = (): boolean => useContext(FormBusy)
