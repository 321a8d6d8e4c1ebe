import type { LibraryKind } from '#shared/values/library-path.ts'
import { createStore } from '#web/lib/store.ts'

export interface RejectedFile {
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

export const dismissRejectedFiles = (some: readonly RejectedFile[]): void =>
  rejectedFiles.set(rejectedFiles.get().filter((file) => !some.includes(file)))
