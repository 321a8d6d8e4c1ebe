// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../../lib/testing/fake-server.ts'
import { inFreshBrowser } from '../../../lib/testing/show-page.tsx'
import { signedInAs } from '../../../lib/testing/tokens.ts'
import { forgetToast, toastText } from '../../../ui/testing/shown-toast.ts'
import { takeNotices } from '../../../ui/toast.ts'
import { uploadQueue } from './upload-queue.ts'

/** The storage of a test: posts wait until they are answered, as those of large files do. */
class Post extends EventTarget {
  static readonly all: Post[] = []
  readonly upload = new EventTarget()
  status = 0
  sent: FormData | undefined
  open = () => Post.all.push(this)
  abort = () => this.dispatchEvent(new Event('abort'))
  send(form: FormData) {
    this.sent = form
  }
  reach(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total }))
  }
  answer(status: number) {
    this.status = status
    this.dispatchEvent(new Event('load'))
  }
  lose = () => this.dispatchEvent(new Event('error'))
}

const form = (name: string) => ({
  body: { url: 'https://files.example/', fields: { key: name }, path: `library/${name}` },
})
const complete = { '/functions/complete-upload': { body: { path: 'library/x' } } }

inFreshBrowser(() => {
  forgetToast()
  takeNotices()
  Post.all.length = 0
  vi.stubGlobal('XMLHttpRequest', Post)
  signedInAs()
})

afterEach(() => {
  for (const { id } of uploadQueue.current()) uploadQueue.cancel(id)
  uploadQueue.clear('guides')
  uploadQueue.clear('templates')
})

const pdf = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' })
const states = () => uploadQueue.current().map(({ state }) => state)
const post = async (number: number): Promise<Post> => {
  await vi.waitFor(() => expect(Post.all[number]?.sent).toBeDefined())
  const found = Post.all[number]
  if (found === undefined) throw new Error('There is no such post')
  return found
}

test('sends one after the other, says how far each is, and tells once that they are there', async () => {
  const seen = fakeServer({ '/functions/create-upload': [form('a'), form('b')], ...complete })
  const arrived = vi.fn<() => void>()
  const stop = uploadQueue.onArrival(arrived)
  uploadQueue.add('guides', [pdf('a.pdf'), pdf('b.pdf')])
  const first = await post(0)
  first.reach(50, 200)
  expect(uploadQueue.current().map(({ percent }) => percent)).toEqual([25, 0])
  expect(states()).toEqual(['sending', 'waiting'])
  expect([...(first.sent?.keys() ?? [])]).toEqual(['key', 'file'])
  first.answer(204)
  const second = await post(1)
  expect(toastText()).toBe('')
  second.answer(204)
  await vi.waitFor(() => expect(toastText()).toBe('Guides uploaded'))
  expect(states()).toEqual(['done', 'done'])
  expect(arrived).toHaveBeenCalledTimes(2)
  expect(seen.filter(({ path }) => path.endsWith('complete-upload')).map(({ body }) => body)).toEqual([
    { path: 'library/a' },
    { path: 'library/b' },
  ])
  stop()
})

test('refuses one file and goes on with the others', async () => {
  fakeServer({ '/functions/create-upload': form('t'), ...complete })
  uploadQueue.add('templates', [new File(['MZ'], 'setup.exe'), pdf('t.pdf')])
  expect(takeNotices()).toMatchObject([
    { title: 'Rejected: setup.exe', description: 'Invalid file type (.exe)' },
  ])
  const only = await post(0)
  only.answer(204)
  await vi.waitFor(() => expect(toastText()).toBe('Templates uploaded'))
})

test('names an upload that was lost, and sends it again on request', async () => {
  fakeServer({ '/functions/create-upload': form('a'), ...complete })
  uploadQueue.add('guides', [pdf('a.pdf')])
  const lost = await post(0)
  lost.lose()
  await vi.waitFor(() => expect(states()).toEqual(['failed']))
  expect(takeNotices()).toMatchObject([{ title: 'Upload failed: a.pdf', variant: 'destructive' }])
  expect(toastText()).toBe('')
  uploadQueue.retry(uploadQueue.current()[0]?.id ?? 0)
  const again = await post(1)
  again.answer(204)
  await vi.waitFor(() => expect(states()).toEqual(['done']))
})

test.each([
  ['the storage refuses it', 400, complete],
  [
    'it is not what its name says',
    204,
    { '/functions/complete-upload': { status: 400, body: { error: { message: 'Not a .pdf' } } } },
  ],
])('names an upload when %s', async (_why, status, replies) => {
  fakeServer({ '/functions/create-upload': form('a'), ...replies })
  uploadQueue.add('guides', [pdf('a.pdf')])
  const refused = await post(0)
  refused.answer(status)
  await vi.waitFor(() => expect(states()).toEqual(['failed']))
  expect(takeNotices()).toMatchObject([{ title: 'Upload failed: a.pdf' }])
})

test('cancels what is under way and what waits, without calling it a failure', async () => {
  const seen = fakeServer({ '/functions/create-upload': form('a'), ...complete })
  uploadQueue.add('guides', [pdf('a.pdf'), pdf('b.pdf')])
  await post(0)
  const [first, second] = uploadQueue.current()
  uploadQueue.cancel(second?.id ?? 0)
  uploadQueue.cancel(first?.id ?? 0)
  await vi.waitFor(() => expect(states()).toEqual(['cancelled', 'cancelled']))
  expect(takeNotices()).toEqual([])
  expect(seen.map(({ path }) => path)).not.toContain('/functions/complete-upload')
})

test('has the browser ask before the tab is closed on an upload, and not after', async () => {
  fakeServer({ '/functions/create-upload': form('a'), ...complete })
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  uploadQueue.add('guides', [pdf('a.pdf')])
  const only = await post(0)
  expect(isAsked()).toBe(true)
  only.answer(204)
  await vi.waitFor(() => expect(toastText()).toBe('Guides uploaded'))
  expect(isAsked()).toBe(false)
})
