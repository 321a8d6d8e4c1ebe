import { createStore } from '#web/lib/store.ts'

/**
 * The element that contains the toasts. Null until the first toast. An open dialog lets the focus move there. The only
 * button in it closes the toast.
 */
export const toastRegion = createStore<HTMLElement | null>(null)
