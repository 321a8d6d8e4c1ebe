import { rejectionsOf } from '../../../../../shared/rules/upload.ts'
import type { LibraryKind } from '../../../../../shared/values/library-path.ts'
import { messageOf } from '../../../lib/use-answer.ts'
import { notify, toast } from '../../../ui/toast.ts'
import { completeUpload } from '../api/complete-upload.ts'
import { createUpload } from '../api/create-upload.ts'
import { postFile } from './post-file.ts'

export interface Upload {
  readonly id: number
  readonly kind: LibraryKind
  readonly file: File
  readonly state: 'waiting' | 'sending' | 'checking' | 'done' | 'failed' | 'cancelled'
  /** From 0 to 100. */
  readonly percent: number
  /** Why it failed. */
  readonly message?: string
}

const uploaded: Readonly<Record<LibraryKind, string>> = {
  guides: 'Guides uploaded',
  templates: 'Templates uploaded',
}

/**
 * The uploads of this tab. They go one after the other, because they share one line, and go on while the admin
 * looks at something else on the site.
 */
let uploads: readonly Upload[] = []
let running = false
let lastId = 0
const controllers = new Map<number, AbortController>()
const watchers = new Set<() => void>()
const arrivals = new Set<() => void>()

const change = (id: number, facts: Partial<Upload>): void => {
  uploads = uploads.map((upload) => (upload.id === id ? { ...upload, ...facts } : upload))
  for (const watcher of watchers) watcher()
}

const send = async ({ id, kind, file }: Upload, signal: AbortSignal): Promise<void> => {
  const form = await createUpload({ kind, name: file.name, type: file.type, size: file.size })
  await postFile(form, file, { signal, onProgress: (percent) => change(id, { percent }) })
  change(id, { state: 'checking', percent: 100 })
  await completeUpload(form.path)
}

/** Says whether the file arrived. */
const sendOne = async (upload: Upload): Promise<boolean> => {
  const controller = new AbortController()
  controllers.set(upload.id, controller)
  change(upload.id, { state: 'sending', percent: 0 })
  try {
    await send(upload, controller.signal)
    change(upload.id, { state: 'done' })
    for (const arrived of arrivals) arrived()
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

/** The browser asks before it closes the tab on unfinished uploads. */
const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault()

const nextWaiting = () => uploads.find(({ state }) => state === 'waiting')

const run = async (): Promise<void> => {
  if (running) return
  running = true
  window.addEventListener('beforeunload', askFirst)
  const arrived = new Set<LibraryKind>()
  for (let next = nextWaiting(); next !== undefined; next = nextWaiting())
    if (await sendOne(next)) arrived.add(next.kind)
  window.removeEventListener('beforeunload', askFirst)
  running = false
  for (const kind of arrived) toast({ title: uploaded[kind] })
}

/** Takes files to upload. One that may not be uploaded is refused with the reason; the others go on. */
const add = (kind: LibraryKind, files: readonly File[]): void => {
  for (const file of files) {
    const reasons = rejectionsOf(file)
    if (reasons.length > 0)
      notify({ title: `Rejected: ${file.name}`, description: reasons.join(', '), variant: 'destructive' })
    else {
      lastId += 1
      uploads = [...uploads, { id: lastId, kind, file, state: 'waiting', percent: 0 }]
    }
  }
  for (const watcher of watchers) watcher()
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

/** Forgets the uploads of a kind that are over. */
const clear = (kind: LibraryKind): void => {
  const isOver = ({ state }: Upload) => ['done', 'failed', 'cancelled'].includes(state)
  uploads = uploads.filter((upload) => upload.kind !== kind || !isOver(upload))
  for (const watcher of watchers) watcher()
}

const listenIn = (listeners: Set<() => void>) => (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const uploadQueue = {
  add,
  cancel,
  retry,
  clear,
  current: () => uploads,
  watch: listenIn(watchers),
  /** Calls back whenever a file has arrived in the library. */
  onArrival: listenIn(arrivals),
} as const
