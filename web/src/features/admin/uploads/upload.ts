import { libraryFolder, type LibraryKind, originalName } from '#shared/values/library-path.ts'

export interface SentFile {
  /** Path of the file in the library. */
  readonly path: string
  /** ISO time at which the server started the upload. */
  readonly startedAt: string
}

export interface Upload {
  readonly id: number
  readonly kind: LibraryKind
  readonly file: File
  /** Path of the file that this one replaces. */
  readonly replaces?: string | undefined
  readonly state: 'waiting' | 'sending' | 'checking' | 'done' | 'failed' | 'cancelled'
  /** From 0 to 100. */
  readonly percent: number
  /** Reason for the failure. */
  readonly message?: string
  /** True if another attempt would fail for the same reason, such as the content of the file. */
  readonly isFinal?: boolean
  /** Set once the storage has all of the file. A retry only repeats the check then. */
  readonly sentAs?: SentFile | undefined
  /** True if it has stopped the queue. */
  readonly isInterrupted?: boolean
}

export const noUploads: readonly Upload[] = []

/** Returns whether the file did not reach the library. */
export const hasFailed = ({ state }: Upload): boolean => state === 'failed' || state === 'cancelled'

/** Returns whether the upload failed for a reason that may no longer exist at another attempt. */
export const canRetry = ({ state, isFinal }: Upload): boolean => state === 'failed' && isFinal !== true

/** Returns the name of the file and, if it replaces another, that one's name. */
export const nameOf = ({ file, replaces }: Pick<Upload, 'file' | 'replaces'>): string =>
  replaces === undefined
    ? file.name
    : `${file.name}, replaces ${originalName(replaces.slice(libraryFolder.length))}`

/** Returns whether the upload has ended, with or without success. */
export const isFinished = (upload: Upload): boolean => upload.state === 'done' || hasFailed(upload)
