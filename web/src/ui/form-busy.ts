import { createContext, useContext } from 'react'

export const FormBusy = createContext(false)

/** Returns whether the form around a field is being sent. */
export const useFormBusy = (): boolean => useContext(FormBusy)
