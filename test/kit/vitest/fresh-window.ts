import { afterAll } from 'vitest'
import { freshWindow } from '../fresh-window.ts'
import { recordListeners } from '../listeners.ts'

// Files of one process share a window. A listener of this file would act on the storage and the requests of later ones.
if (typeof window !== 'undefined') {
  freshWindow()
  for (const target of [window, document]) afterAll(recordListeners(target))
}
