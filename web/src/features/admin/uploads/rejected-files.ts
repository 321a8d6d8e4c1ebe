import type { LibraryKind } from '#shared/values/library-path.ts'
import { createStore } from '#web/lib/store.ts'

interface RejectedFile {
  readonly id: number
  readonly kind: LibraryKind
  readonly name: string
  /** Why it cannot be uploaded, as shown to the admin. */
  readonly reason: string
}

export const noRejectedFiles: readonly RejectedFile[] = []

let lastId = 0

/** The files that this tab rejected. The notice about each disappears after seconds, so they stay listed. */
export const rejectedFiles = createStore(noRejectedFiles)

export const addRejectedFile = (file: Omit<RejectedFile, 'id'>): void => {
  lastId += 1
  rejectedFiles.set([...rejectedFiles.get(), { ...file, id: lastId }])
}

export const dismissRejectedFile = (id: number): void =>
  rejectedFiles.set(rejectedFiles.get().filter((file) => file.id !== id))
