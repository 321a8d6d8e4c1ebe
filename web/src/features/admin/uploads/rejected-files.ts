import { rejectionsOf } from '#shared/rules/upload.ts'
import type { LibraryKind } from '#shared/values/library-path.ts'
import { createStore } from '#web/lib/store.ts'
import { notify } from '#web/ui/toast.ts'

export interface RejectedFile {
  readonly id: number
  readonly kind: LibraryKind
  readonly name: string
  /** Reason why it cannot be uploaded, as shown to the admin. */
  readonly reason: string
}

export const noRejectedFiles: readonly RejectedFile[] = []

let lastId = 0

/** The files that this tab rejected. The notice about each disappears after a few seconds, so the files stay listed. */
export const rejectedFiles = createStore(noRejectedFiles)

const isListed = (file: RejectedFile): boolean => rejectedFiles.get().includes(file)

/**
 * Lists rejected files, and shows a notice about each, unless the admin has dismissed the file before the notice could be
 * shown.
 */
const reject = (files: readonly Omit<RejectedFile, 'id'>[]): void => {
  const rejected = files.map((file) => {
    lastId += 1
    return { ...file, id: lastId }
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
}

/** Returns the chosen files that can be uploaded. Rejects the others. */
export const rejectInvalid = (kind: LibraryKind, files: readonly File[]): readonly File[] => {
  const reasons = new Map(files.map((file) => [file, rejectionsOf(file).join(', ')]))
  reject(
    files.flatMap((file) => {
      const reason = reasons.get(file) ?? ''
      return reason === '' ? [] : [{ kind, name: file.name, reason }]
    }),
  )
  return files.filter((file) => reasons.get(file) === '')
}

/**
 * Separates dropped files from folders. The browser lists each folder as a file that it cannot read, which would stop the
 * queue or be rejected for its name.
 */
export const withoutFolders = ({ items, files }: DataTransfer): { files: File[]; folders: File[] } => {
  const dropped = [...items].filter(({ kind }) => kind === 'file')
  const isFolder = (index: number) => dropped[index]?.webkitGetAsEntry()?.isDirectory === true
  const all = [...files]
  return {
    files: all.filter((_, index) => !isFolder(index)),
    folders: all.filter((_, index) => isFolder(index)),
  }
}

/** Rejects dropped folders. */
export const rejectFolders = (kind: LibraryKind, folders: readonly File[]): void =>
  reject(
    folders.map(({ name }) => ({ kind, name, reason: 'This is a folder. Please choose the files in it.' })),
  )

export const dismissRejectedFiles = (some: readonly RejectedFile[]): void =>
  rejectedFiles.set(rejectedFiles.get().filter((file) => !some.includes(file)))
