import { rejectionsOf } from '#shared/rules/upload.ts'
import { libraryFolder, type LibraryKind, originalName } from '#shared/values/library-path.ts'
import { CallError } from '#web/lib/call.ts'
import { createListeners, createStore } from '#web/lib/store.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { notify, toast } from '#web/ui/toast.ts'
import { completeUpload, createUpload } from '../api.ts'
import { postFile, StorageRejection } from './post-file.ts'
import { addRejectedFile } from './rejected-files.ts'
import { thumbnailOf } from './thumbnail.ts'

interface SentFile {
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
  /** Why it failed. */
  readonly message?: string
  /** Whether another attempt would fail for the same reason, such as the content of the file. */
  readonly isFinal?: boolean
  /** Set once the storage has all of the file. A retry only repeats the check then. */
  readonly sentAs?: SentFile | undefined
}

const successTitles: Readonly<Record<LibraryKind, string>> = {
  guides: 'Guides uploaded',
  templates: 'Templates uploaded',
}

export const noUploads: readonly Upload[] = []

/**
 * The uploads of this tab. They run one at a time, because they share one connection, and continue while the admin
 * visits other pages of the site.
 */
const uploads = createStore(noUploads)
const arrivals = createListeners()
const controllers = new Map<number, AbortController>()
let running = false
let lastId = 0

/** Whether the file did not reach the library. */
export const hasFailed = ({ state }: Upload): boolean => state === 'failed' || state === 'cancelled'

/** Returns the name of the file and, if it replaces another, that one's name. */
export const nameOf = ({ file, replaces }: Pick<Upload, 'file' | 'replaces'>): string =>
  replaces === undefined
    ? file.name
    : `${file.name}, replaces ${originalName(replaces.slice(libraryFolder.length))}`

/** Whether the upload has ended, with or without success. */
export const isFinished = (upload: Upload): boolean => upload.state === 'done' || hasFailed(upload)

const change = (id: number, facts: Partial<Upload>): void =>
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...facts } : upload)))

/** Sends the file to the storage. */
const send = async ({ id, kind, file, replaces }: Upload, signal: AbortSignal): Promise<SentFile> => {
  const form = await createUpload({ kind, name: file.name, type: file.type, size: file.size, replaces })
  await postFile(form, file, { signal, onProgress: (percent) => change(id, { percent }) })
  const sentAs = { path: form.path, startedAt: form.startedAt }
  change(id, { sentAs })
  return sentAs
}

/** Sends the file unless an earlier attempt did, and lets the server check it and add it to the library. */
const sendAndCheck = async (upload: Upload, signal: AbortSignal): Promise<void> => {
  const sent = upload.sentAs ?? (await send(upload, signal))
  change(upload.id, { state: 'checking', percent: 100 })
  await completeUpload({ ...sent, thumbnail: await thumbnailOf(upload.file) })
}

/**
 * Reasons that lie in the file itself, or in the newer content of another admin: it is not replaced at the press of a
 * button by an admin who has not seen it.
 */
const finalCodes: readonly unknown[] = ['file_rejected', 'validation_failed', 'item_changed']

const isFinalFailure = (failure: unknown): boolean =>
  failure instanceof StorageRejection || (failure instanceof CallError && finalCodes.includes(failure.code))

const isNotFound = (failure: unknown): boolean => failure instanceof CallError && failure.code === 'not_found'

const reportFailure = ({ id, file }: Upload, failure: unknown): void => {
  // Before the file is sent, only the file that it replaces can be missing.
  const hasNoTarget = isNotFound(failure) && uploads.get().some((one) => one.id === id && !one.sentAs)
  const message = hasNoTarget ? 'The file you wanted to replace has been deleted.' : messageOf(failure)
  const isFinal = hasNoTarget || isFinalFailure(failure)
  // The storage does not have the file any more: a retry sends it again.
  change(id, { state: 'failed', message, isFinal, ...(isNotFound(failure) ? { sentAs: undefined } : {}) })
  notify({ title: `Upload failed: ${file.name}`, description: message, variant: 'destructive' })
}

/** Uploads one file. Returns whether it was added to the library. */
const sendOne = async (upload: Upload): Promise<boolean> => {
  const controller = new AbortController()
  controllers.set(upload.id, controller)
  change(upload.id, { state: 'sending', percent: 0 })
  try {
    await sendAndCheck(upload, controller.signal)
    change(upload.id, { state: 'done' })
    if (upload.replaces !== undefined) toast({ title: 'File replaced', description: nameOf(upload) })
    return true
  } catch (failure) {
    if (controller.signal.aborted) change(upload.id, { state: 'cancelled' })
    else reportFailure(upload, failure)
    return false
  } finally {
    controllers.delete(upload.id)
  }
}

/** Makes the browser ask for confirmation before it closes a tab with unfinished uploads. */
const confirmLeave = (event: BeforeUnloadEvent): void => event.preventDefault()

const nextWaiting = () => uploads.get().find(({ state }) => state === 'waiting')

const run = async (): Promise<void> => {
  if (running) return
  running = true
  window.addEventListener('beforeunload', confirmLeave)
  const uploaded: Upload[] = []
  for (let next = nextWaiting(); next !== undefined; next = nextWaiting())
    if (await sendOne(next)) uploaded.push(next)
  window.removeEventListener('beforeunload', confirmLeave)
  running = false
  if (uploaded.length > 0) arrivals.notify()
  const added = uploaded.filter(({ replaces }) => replaces === undefined)
  for (const kind of new Set(added.map((one) => one.kind))) toast({ title: successTitles[kind] })
}

/** Removes the finished ones of these uploads from the list. */
const clear = (some: readonly Upload[]): void => {
  const ids = new Set(some.filter(isFinished).map(({ id }) => id))
  uploads.set(uploads.get().filter(({ id }) => !ids.has(id)))
}

/**
 * Queues files. Shows why a file is rejected, and uploads the others. `replaces` is the path of the file to replace.
 */
const add = (kind: LibraryKind, files: readonly File[], replaces?: string): void => {
  for (const file of files) {
    const reasons = rejectionsOf(file)
    if (reasons.length > 0) {
      addRejectedFile({ kind, name: file.name, reason: reasons.join(', ') })
      notify({ title: `Rejected: ${file.name}`, description: reasons.join(', '), variant: 'destructive' })
    } else {
      lastId += 1
      // The row of a file shows its last replacement only.
      if (replaces !== undefined) clear(uploads.get().filter((upload) => upload.replaces === replaces))
      uploads.set([...uploads.get(), { id: lastId, kind, file, replaces, state: 'waiting', percent: 0 }])
    }
  }
  void run()
}

const cancel = (id: number): void => {
  const controller = controllers.get(id)
  if (controller) controller.abort()
  else change(id, { state: 'cancelled' })
}

const retry = (id: number): void => {
  change(id, { state: 'waiting', percent: 0 })
  void run()
}

/** Returns the last replacement of the file at a path. */
const replacementOf = (path: string): Upload | undefined =>
  uploads.get().findLast(({ replaces }) => replaces === path)

/** Returns the paths of the files with a replacement, each on a line: a text that changes only with the paths. */
const replacedPaths = (): string =>
  [...new Set(uploads.get().flatMap(({ replaces }) => replaces ?? []))].join('\n')

export const uploadQueue = {
  add,
  cancel,
  retry,
  clear,
  replacementOf,
  replacedPaths,
  get: uploads.get,
  subscribe: uploads.subscribe,
  /**
   * Calls the listener once when a batch has ended that added files to the library. Returns an unsubscribe function.
   */
  onArrival: arrivals.add,
} as const
