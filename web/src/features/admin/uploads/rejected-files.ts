import { rejectionsOf } from '#shared/rules/upload.ts'
import type { LibraryKind } from '#shared/values/library-path.ts'
import { numberText } from '#web/lib/number-text.ts'
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

/** The files that this tab rejected. The notice about each disappears after seconds, so they stay listed. */
export const rejectedFiles = createStore(noRejectedFiles)

/** Notices about single files of a choice. A hundred would take two minutes to show, and thousands stop the page. */
const maxNotices = 10

/**
 * Returns those of the chosen files that can be uploaded. Lists the others, and shows a notice about each, or one about
 * the last of many.
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
  for (const { name, reason } of rejected.slice(0, maxNotices))
    notify({ title: `Rejected: ${name}`, description: reason, variant: 'destructive' })
  const others = rejected.length - maxNotices
  if (others > 0)
    notify({
      title: `Rejected: ${numberText(others)} more ${others === 1 ? 'file' : 'files'}`,
      description: 'The page lists all of them with the reasons.',
      variant: 'destructive',
    })
  return files.filter((file) => reasons.get(file) === '')
}

export const dismissRejectedFiles = (some: readonly RejectedFile[]): void =>
  rejectedFiles.set(rejectedFiles.get().filter((file) => !some.includes(file)))
