// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { toastText } from '#web/ui/testing/shown-toast.ts'
import { takeNotices } from '#web/ui/toast.ts'
import { post, Post } from './testing/post.ts'
import {
  asksBeforeClosing,
  complete,
  form,
  inEmptyQueue,
  pdf,
  startedAt,
  states,
} from './testing/upload-queue.ts'
import { uploadQueue } from './upload-queue.ts'

inEmptyQueue()

describe('upload queue', () => {
  test('uploads one file at a time, reports progress, and shows one toast at the end', async () => {
    const seen = fakeServer({ '/functions/create-upload': [form('a'), form('b')], ...complete })
    const arrived = vi.fn<() => void>()
    const unsubscribe = uploadQueue.onArrival(arrived)
    uploadQueue.add('guides', [pdf('a.pdf'), pdf('b.pdf')])
    const first = await post(0)
    first.reach(50, 200)
    expect(uploadQueue.get().map(({ percent }) => percent)).toEqual([25, 0])
    expect(states()).toEqual(['sending', 'waiting'])
    expect([...(first.sent?.keys() ?? [])]).toEqual(['key', 'file'])
    first.respond(204)
    const second = await post(1)
    expect(toastText()).toBe('')
    second.respond(204)
    await vi.waitFor(() => expect(toastText()).toBe('Guides uploaded'))
    expect(states()).toEqual(['done', 'done'])
    // The listener is called once for the batch, so that the page loads its lists once.
    expect(arrived).toHaveBeenCalledOnce()
    expect(seen.filter(({ path }) => path.endsWith('complete-upload')).map(({ body }) => body)).toEqual([
      { path: 'library/a', startedAt },
      { path: 'library/b', startedAt },
    ])
    unsubscribe()
  })

  test('rejects one file and uploads the others', async () => {
    fakeServer({ '/functions/create-upload': form('t'), ...complete })
    uploadQueue.add('templates', [new File(['MZ'], 'setup.exe'), pdf('t.pdf')])
    expect(takeNotices()).toMatchObject([
      { title: 'Rejected: setup.exe', description: 'Invalid file type (.exe)' },
    ])
    const only = await post(0)
    only.respond(204)
    await vi.waitFor(() => expect(toastText()).toBe('Templates uploaded'))
  })

  test('names an upload whose connection was lost, and retries it on request', async () => {
    fakeServer({ '/functions/create-upload': form('a'), ...complete })
    uploadQueue.add('guides', [pdf('a.pdf')])
    const lost = await post(0)
    lost.lose()
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    expect(takeNotices()).toMatchObject([{ title: 'Upload failed: a.pdf', variant: 'destructive' }])
    expect(toastText()).toBe('')
    uploadQueue.retry(uploadQueue.get()[0]?.id ?? 0)
    const again = await post(1)
    again.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['done']))
  })

  test.each([
    ['the storage rejects it', 400, complete],
    [
      'its content does not match its name',
      204,
      {
        '/functions/complete-upload': {
          status: 400,
          body: { error: { code: 'file_rejected', message: 'Not a .pdf' } },
        },
      },
    ],
  ])('names a failed upload when %s', async (_why, status, replies) => {
    fakeServer({ '/functions/create-upload': form('a'), ...replies })
    uploadQueue.add('guides', [pdf('a.pdf')])
    const only = await post(0)
    only.respond(status)
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    expect(takeNotices()).toMatchObject([{ title: 'Upload failed: a.pdf' }])
    // Another attempt would fail for the same reason.
    expect(uploadQueue.get().map(({ isFinal }) => isFinal)).toEqual([true])
  })

  test('repeats only the check when the file has been sent', async () => {
    const busy = { status: 503, body: { error: { code: 'internal', message: 'Busy.' } } }
    const seen = fakeServer({
      '/functions/create-upload': form('a'),
      '/functions/complete-upload': [busy, complete['/functions/complete-upload']],
    })
    uploadQueue.add('guides', [pdf('a.pdf')])
    const only = await post(0)
    only.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    uploadQueue.retry(uploadQueue.get()[0]?.id ?? 0)
    await vi.waitFor(() => expect(states()).toEqual(['done']))
    expect(Post.all).toHaveLength(1)
    expect(seen.map(({ path }) => path.split('/').at(-1))).toEqual([
      'create-upload',
      'complete-upload',
      'complete-upload',
    ])
  })

  test('offers no retry when another admin has replaced the file in the meantime', async () => {
    const changed = { status: 409, body: { error: { code: 'item_changed', message: 'Not added.' } } }
    fakeServer({ '/functions/create-upload': form('a'), '/functions/complete-upload': changed })
    uploadQueue.add('guides', [pdf('a.pdf')], 'library/guides_1_a.pdf')
    const only = await post(0)
    only.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    expect(uploadQueue.get()).toMatchObject([{ isFinal: true }])
    takeNotices()
  })

  test('sends a file again that the storage no longer has', async () => {
    const gone = { status: 404, body: { error: { code: 'not_found', message: 'Not added.' } } }
    fakeServer({
      '/functions/create-upload': form('a'),
      '/functions/complete-upload': [gone, complete['/functions/complete-upload']],
    })
    uploadQueue.add('guides', [pdf('a.pdf')])
    const first = await post(0)
    first.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    uploadQueue.retry(uploadQueue.get()[0]?.id ?? 0)
    const second = await post(1)
    second.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['done']))
  })

  test('offers no retry when the file to replace was deleted', async () => {
    const gone = { status: 404, body: { error: { code: 'not_found', message: 'Not found.' } } }
    fakeServer({ '/functions/create-upload': gone })
    uploadQueue.add('guides', [pdf('a.pdf')], 'library/guides_1_a.pdf')
    await vi.waitFor(() => expect(states()).toEqual(['failed']))
    expect(uploadQueue.get()).toMatchObject([{ isFinal: true }])
    expect(takeNotices()).toMatchObject([{ description: 'The file you wanted to replace has been deleted.' }])
  })

  test('names each replaced file and the new one, and only added files as uploaded', async () => {
    const seen = fakeServer({ '/functions/create-upload': [form('a'), form('b'), form('c')], ...complete })
    const arrived = vi.fn<() => void>()
    const unsubscribe = uploadQueue.onArrival(arrived)
    uploadQueue.add('guides', [pdf('New.pdf')], 'library/guides_1_Old.pdf')
    uploadQueue.add('guides', [pdf('Newer.pdf')], 'library/guides_2_Other.pdf')
    const first = await post(0)
    first.respond(204)
    await vi.waitFor(() => expect(toastText()).toBe('File replaced / New.pdf, replaces Old.pdf'))
    const second = await post(1)
    second.respond(204)
    await vi.waitFor(() => expect(toastText()).toBe('File replaced / Newer.pdf, replaces Other.pdf'))
    expect(states()).toEqual(['done', 'done'])
    expect(arrived).toHaveBeenCalledOnce()
    uploadQueue.add('templates', [pdf('t.pdf')])
    const third = await post(2)
    third.respond(204)
    await vi.waitFor(() => expect(toastText()).toBe('Templates uploaded'))
    expect(seen.find(({ path }) => path.endsWith('create-upload'))?.body).toMatchObject({
      replaces: 'library/guides_1_Old.pdf',
    })
    unsubscribe()
  })

  test('clears the result of an earlier replacement of the same file', async () => {
    fakeServer({ '/functions/create-upload': [form('a'), form('a')], ...complete })
    for (const number of [0, 1]) {
      uploadQueue.add('guides', [pdf(`${number}.pdf`)], 'library/guides_1_a.pdf')
      const one = await post(number)
      one.respond(204)
      await vi.waitFor(() => expect(states()).toEqual(['done']))
    }
    expect(uploadQueue.replacementOf('library/guides_1_a.pdf')?.file.name).toBe('1.pdf')
  })

  test('cancels running and waiting uploads without reporting a failure', async () => {
    const seen = fakeServer({ '/functions/create-upload': form('a'), ...complete })
    uploadQueue.add('guides', [pdf('a.pdf'), pdf('b.pdf')])
    await post(0)
    const [first, second] = uploadQueue.get()
    uploadQueue.cancel(second?.id ?? 0)
    uploadQueue.cancel(first?.id ?? 0)
    await vi.waitFor(() => expect(states()).toEqual(['cancelled', 'cancelled']))
    expect(takeNotices()).toEqual([])
    expect(seen.map(({ path }) => path)).not.toContain('/functions/complete-upload')
  })

  test('asks for confirmation before the tab is closed during an upload, and not afterwards', async () => {
    fakeServer({ '/functions/create-upload': form('a'), ...complete })
    uploadQueue.add('guides', [pdf('a.pdf')])
    const only = await post(0)
    expect(asksBeforeClosing()).toBe(true)
    only.respond(204)
    await vi.waitFor(() => expect(toastText()).toBe('Guides uploaded'))
    expect(asksBeforeClosing()).toBe(false)
  })
})
