import type { LibraryKind } from '#shared/values/library-path.ts'
import { numberText } from '#web/lib/number-text.ts'
import { currentSession, onSessionEvent } from '#web/lib/session-store.ts'
import { setSignOutQuestion } from '#web/lib/sign-out-question.ts'
import { createListeners, createStore } from '#web/lib/store.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { notify, toast } from '#web/ui/toast.ts'
import { completeUpload, createUpload } from '../api.ts'
import { postFile } from './post-file.ts'
import { noRejectedFiles, rejectedFiles, rejectInvalid } from './rejected-files.ts'
import { thumbnailOf } from './thumbnail.ts'
import { canRetry, isFinished, nameOf, noUploads, type SentFile, type Upload } from './upload.ts'
import { concernsAllFiles, isFinalFailure, isNotFound, mayConcernFile } from './upload-failure.ts'

const successTitles: Readonly<Record<LibraryKind, string>> = {
  guides: 'Guides uploaded',
  templates: 'Templates uploaded',
}

/**
 * The uploads of this tab. They run one at a time, because they share one connection, and continue while the admin
 * visits other pages of the site.
 */
const uploads = createStore(noUploads)
const arrivals = createListeners()
const controllers = new Map<number, AbortController>()
/** True if the queue has stopped before the waiting uploads, which would have failed for the same reason. */
const stopped = createStore(false)
/** Uploads that were added to the library since the queue was last empty. */
const uploaded: Upload[] = []
let running = false
let lastId = 0
/** The user who has added the files. */
let ownerId: string | undefined
let isFollowing = false

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
  const thumbnail = await thumbnailOf(upload.file)
  signal.throwIfAborted()
  await completeUpload({ ...sent, thumbnail })
}

const reportFailure = ({ id, file }: Upload, failure: unknown): void => {
  // Before the file is sent, only the file that it replaces can be missing.
  const hasNoTarget = isNotFound(failure) && uploads.get().some((one) => one.id === id && !one.sentAs)
  const message = hasNoTarget ? 'The file you wanted to replace has been deleted.' : messageOf(failure)
  const isFinal = hasNoTarget || isFinalFailure(failure)
  // The storage no longer has the file, so a retry sends it again.
  change(id, { state: 'failed', message, isFinal, ...(isNotFound(failure) ? { sentAs: undefined } : {}) })
  notify({ title: `Upload failed: ${file.name}`, description: message, variant: 'destructive' })
}

/** Returns whether the queue stops. Each upload can stop it only once, so that one file cannot stop it for ever. */
const stopsQueue = ({ isInterrupted }: Upload, failure: unknown): boolean =>
  concernsAllFiles(failure) && !(isInterrupted === true && mayConcernFile(failure))

/** Returns whether the file is still listed: the list is emptied when its user is no longer signed in. */
const isListed = ({ id }: Upload): boolean => uploads.get().some((upload) => upload.id === id)

/** Uploads one file. */
const sendOne = async (upload: Upload): Promise<'done' | 'not added' | 'interrupted'> => {
  const controller = new AbortController()
  controllers.set(upload.id, controller)
  change(upload.id, { state: 'sending', percent: 0 })
  try {
    await sendAndCheck(upload, controller.signal)
    if (!isListed(upload)) return 'not added'
    change(upload.id, { state: 'done' })
    if (upload.replaces !== undefined) toast({ title: 'File replaced', description: nameOf(upload) })
    return 'done'
  } catch (failure) {
    if (controller.signal.aborted) {
      change(upload.id, { state: 'cancelled' })
      return 'not added'
    }
    reportFailure(upload, failure)
    if (!stopsQueue(upload, failure)) return 'not added'
    change(upload.id, { isInterrupted: true })
    return 'interrupted'
  } finally {
    controllers.delete(upload.id)
  }
}

/** Makes the browser ask for confirmation before it closes a tab with unfinished uploads. */
const confirmLeave = (event: BeforeUnloadEvent): void => event.preventDefault()

const nextWaiting = () => uploads.get().find(({ state }) => state === 'waiting')

/** Reports a batch whose uploads have all ended. */
const end = (): void => {
  window.removeEventListener('beforeunload', confirmLeave)
  const ended = uploaded.splice(0)
  if (ended.length > 0) arrivals.notify()
  const added = ended.filter(({ replaces }) => replaces === undefined)
  for (const kind of new Set(added.map((one) => one.kind))) toast({ title: successTitles[kind] })
}

const run = async (): Promise<void> => {
  // Needed even if the queue is running: it may only be finishing a check for the former user before it sends these
  // files.
  window.addEventListener('beforeunload', confirmLeave)
  if (running) return
  running = true
  stopped.set(false)
  for (let next = nextWaiting(); next !== undefined; next = nextWaiting()) {
    const outcome = await sendOne(next)
    if (outcome === 'done') uploaded.push(next)
    if (outcome === 'interrupted') break
  }
  running = false
  if (nextWaiting() === undefined) return end()
  stopped.set(true)
  window.addEventListener('online', resume, { once: true })
}

/** Retries the failed ones of these uploads, except those that would fail for the same reason. */
const retryAll = (some: readonly Upload[]): void => {
  const ids = new Set(some.filter(canRetry).map(({ id }) => id))
  uploads.set(
    uploads
      .get()
      .map((upload) => (ids.has(upload.id) ? { ...upload, state: 'waiting', percent: 0 } : upload)),
  )
  void run()
}

/** Continues a stopped queue with the upload that stopped it. Does nothing if it has not stopped. */
const resume = (): void => {
  if (stopped.get()) retryAll(uploads.get().filter(({ isInterrupted }) => isInterrupted))
}

/** Removes the finished ones of these uploads from the list. */
const clear = (some: readonly Upload[]): void => {
  const ids = new Set(some.filter(isFinished).map(({ id }) => id))
  uploads.set(uploads.get().filter(({ id }) => !ids.has(id)))
}

const countUnfinished = (): number => uploads.get().filter((upload) => !isFinished(upload)).length

/** Says why the uploads have stopped: the session may have ended on another device. It stays until it is closed. */
const reportStop = (): void => {
  const count = countUnfinished()
  if (count === 0 || currentSession() !== null) return
  const files = count === 1 ? '1 file was' : `${numberText(count)} files were`
  const description = `${files} still being uploaded when you were signed out. Sign in to check which files are in the library.`
  notify({ title: 'Your uploads have stopped', description, variant: 'destructive', durationMs: Infinity })
}

/** Cancels all uploads and empties the lists once the user who added the files is no longer signed in. */
const followSession = (): void => {
  if (currentSession()?.user.id === ownerId) return
  reportStop()
  for (const controller of controllers.values()) controller.abort()
  uploads.set(noUploads)
  uploaded.length = 0
  rejectedFiles.set(noRejectedFiles)
  stopped.set(false)
  window.removeEventListener('beforeunload', confirmLeave)
  window.removeEventListener('online', resume)
}

const signOutQuestion = (): string | undefined => {
  const count = countUnfinished()
  if (count === 0) return undefined
  const files = count === 1 ? '1 file is' : `${numberText(count)} files are`
  return `${files} still being uploaded. If you sign out now, the upload stops.`
}

/**
 * Makes the signed-in user the owner of the queue. Another user could sign in while files wait, here or in another tab,
 * and their session would then send the files.
 */
const takeOwnership = (): void => {
  followSession()
  ownerId = currentSession()?.user.id
  if (!isFollowing) onSessionEvent(followSession)
  setSignOutQuestion(signOutQuestion)
  isFollowing = true
}

/**
 * Queues files. Shows why a file is rejected, and uploads the others. `replaces` is the path of the file to replace.
 */
const add = (kind: LibraryKind, files: readonly File[], replaces?: string): void => {
  takeOwnership()
  const accepted = rejectInvalid(kind, files)
  // The row of a file shows its last replacement only.
  if (replaces !== undefined && accepted.length > 0)
    clear(uploads.get().filter((upload) => upload.replaces === replaces))
  const added = accepted.map((file): Upload => {
    lastId += 1
    return { id: lastId, kind, file, replaces, state: 'waiting', percent: 0 }
  })
  uploads.set([...uploads.get(), ...added])
  void run()
}

/** Ends a batch whose queue has stopped, once no file is waiting. */
const endIfStopped = (): void => {
  if (!stopped.get() || nextWaiting() !== undefined) return
  stopped.set(false)
  end()
}

const cancel = (id: number): void => {
  const controller = controllers.get(id)
  if (controller) controller.abort()
  else {
    change(id, { state: 'cancelled' })
    endIfStopped()
  }
}

/** Cancels the ones of these uploads that have not begun. */
const cancelWaiting = (some: readonly Upload[]): void => {
  const ids = new Set(some.map(({ id }) => id))
  uploads.set(
    uploads
      .get()
      .map((upload) =>
        upload.state === 'waiting' && ids.has(upload.id) ? { ...upload, state: 'cancelled' } : upload,
      ),
  )
  endIfStopped()
}

const retry = (id: number): void => {
  change(id, { state: 'waiting', percent: 0 })
  void run()
}

/** Returns the last replacement of the file at a path. */
const replacementOf = (path: string): Upload | undefined =>
  uploads.get().findLast(({ replaces }) => replaces === path)

/** Returns the paths of the files with a replacement, one on each line, as a text that changes only with the paths. */
const replacedPaths = (): string =>
  [...new Set(uploads.get().flatMap(({ replaces }) => replaces ?? []))].join('\n')

export const uploadQueue = {
  add,
  cancel,
  cancelWaiting,
  retry,
  retryAll,
  resume,
  clear,
  replacementOf,
  replacedPaths,
  stopped: { get: stopped.get, subscribe: stopped.subscribe },
  get: uploads.get,
  subscribe: uploads.subscribe,
  /** Calls the listener after each batch that added files to the library. Returns an unsubscribe function. */
  onArrival: arrivals.add,
} as const
