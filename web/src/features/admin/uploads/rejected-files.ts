import { rejectionsOf } from '#shared/rules/upload.ts'
import type { LibraryKind } from '#shared/values/library-path.ts'
import { createStore } from '#web/lib/store.ts'
import { notify } from '#web/ui/toast.ts'

export interface RejectedFile {
  readonly id: number
  readonly kind: LibraryKind
  readonly name: string
  /** Why it cannot be uploaded, as shown to the admin. */
  readonly reason: string
}

export const noRejectedFiles: readonly RejectedFile[] = []

let lastId = 0

/** The files that this tab rejected. The notice about each disappears after a few seconds, so the files stay listed. */
export const rejectedFiles = createStore(noRejectedFiles)

const isListed = (file: RejectedFile): boolean => rejectedFiles.get().includes(file)

/**
 * Returns the chosen files that can be uploaded. Lists the rejected ones, and shows a notice about each, unless the
 * admin has dismissed the file before the notice could be shown.
 */
export const rejectInvalid = (kind: LibraryKind, files: readonly File[]): readonly File[] => {
  const reasons = new Map(files.map((file) => [file, rejectionsOf(file).join(', ')]))
  const rejected = files.flatMap((file): RejectedFile[] => {
    const reason = reasons.get(file) ?? ''
    if (reason === '') return []
    lastId += 1
    return [{ id: lastId, kind, name: file.name, reason }]
  })
  rejectedFiles.set([...rejectedFiles.get(), ...rejected])
  for (const file of rejected) {
    const { name, reason: description } = file
    notify({
      title: `Rejected: ${name}`,
      description,
      variant: 'destructive',
      isCurrent: () => isListed(file),
    })
  }
  return files.filter((file) => reasons.get(file) === '')
}

export const dismissRejectedFiles = (some: readonly RejectedFile[]): void =>
  rejectedFiles.set(rejectedFiles.get().filter((file) => !some.includes(file)))
