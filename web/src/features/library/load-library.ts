import { earlyRowsOf } from '#web/lib/early-rows.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { createListeners } from '#web/lib/store.ts'
import { getLibrary } from './api.ts'
import { type Library, libraryOf } from './items.ts'

/** Notified when the shown library lists something that has been removed. */
export const libraryOutdated = createListeners()

/** The library that this tab loaded last, and the user it was loaded for. */
let loaded: { readonly userId: string | undefined; readonly library: Library } | undefined

const userId = (): string | undefined => currentSession()?.user.id

/** Stores the library of the early rows. */
const storeEarlyLibrary = (user: string | undefined): void => {
  const early = earlyRowsOf(user)
  if (early) loaded = { userId: user, library: libraryOf(early.library) }
}

/** Returns the library that this tab has loaded for the same user, so that the page can show it immediately. */
export const loadedLibrary = (): Library | undefined => {
  const user = userId()
  if (loaded?.userId !== user) storeEarlyLibrary(user)
  return loaded?.userId === user ? loaded?.library : undefined
}

/** Loads the library, with one request. Throws `CallError`. */
export const loadLibrary = async (): Promise<Library> => {
  const user = userId()
  const library = libraryOf(await getLibrary())
  loaded = { userId: user, library }
  return library
}
