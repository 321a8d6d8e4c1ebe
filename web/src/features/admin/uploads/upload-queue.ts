import { rejectionsOf } from '#shared/rules/upload.ts'
import type { LibraryKind } from '#shared/values/library-path.ts'
import { createListeners, createStore } from '#web/lib/store.ts'
import { messageOf } from '#web/lib/use-result.ts'
import { notify, toast } from '#web/ui/toast.ts'
import { completeUpload, createUpload } from '../api.ts'
import { postFile } from './post-file.ts'
import { addRejectedFile } from './rejected-files.ts'

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

/** Whether the file did not reach the library. It can be uploaded again. */
export const hasFailed = ({ state }: Upload): boolean => state === 'failed' || state === 'cancelled'

/** Whether the upload has ended, with or without success. */
const isFinished = (upload: Upload): boolean => upload.state === 'done' || hasFailed(upload)

const change = (id: number, facts: Partial<Upload>): void =>
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...facts } : upload)))

const send = async ({ id, kind, file, replaces }: Upload, signal: AbortSignal): Promise<void> => {
  const form = await createUpload({ kind, name: file.name, type: file.type, size: file.size, replaces })
  await postFile(form, file, { signal, onProgress: (percent) => change(id, { percent }) })
  change(id, { state: 'checking', percent: 100 })
  await completeUpload(form.path)
}

/** Uploads one file. Returns whether it was added to the library. */
const sendOne = async (upload: Upload): Promise<boolean> => {
  const controller = new AbortController()
  controllers.set(upload.id, controller)
  change(upload.id, { state: 'sending', percent: 0 })
  try {
    await send(upload, controller.signal)
    change(upload.id, { state: 'done' })
    arrivals.notify()
    return true
  } catch (failure) {
    if (controller.signal.aborted) {
      change(upload.id, { state: 'cancelled' })
      return false
    }
    const message = messageOf(failure)
    change(upload.id, { state: 'failed', message })
    notify({ title: `Upload failed: ${upload.file.name}`, description: message, variant: 'destructive' })
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
  const uploadedKinds = new Set<LibraryKind>()
  for (let next = nextWaiting(); next !== undefined; next = nextWaiting())
    if (await sendOne(next)) uploadedKinds.add(next.kind)
  window.removeEventListener('beforeunload', confirmLeave)
  running = false
  for (const kind of uploadedKinds) toast({ title: successTitles[kind] })
}

/** Queues files. Shows why a file is rejected, and uploads the others. `replaces` is the path of the file to replace. */
const add = (kind: LibraryKind, files: readonly File[], replaces?: string): void => {
  for (const file of files) {
    const reasons = rejectionsOf(file)
    if (reasons.length > 0) {
      addRejectedFile({ kind, name: file.name, reason: reasons.join(', ') })
      notify({ title: `Rejected: ${file.name}`, description: reasons.join(', '), variant: 'destructive' })
    } else {
      lastId += 1
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

/** Removes the finished uploads of a kind from the list. */
const clear = (kind: LibraryKind): void =>
  uploads.set(uploads.get().filter((upload) => upload.kind !== kind || !isFinished(upload)))

export const uploadQueue = {
  add,
  cancel,
  retry,
  clear,
  get: uploads.get,
  subscribe: uploads.subscribe,
  /** Calls the listener when a file has been added to the library. Returns an unsubscribe function. */
  onArrival: arrivals.add,
} as const
