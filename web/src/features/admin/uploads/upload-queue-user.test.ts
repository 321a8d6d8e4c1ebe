// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { describe, expect, test, vi } from 'vitest'
import { dropSession } from '#web/lib/session-store.ts'
import { confirmSignOut } from '#web/lib/sign-out-question.ts'
import { afterCalls } from '#web/lib/testing/after-calls.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { toastText } from '#web/ui/testing/shown-toast.ts'
import { takeNotices } from '#web/ui/toast.ts'
import { rejectedFiles } from './rejected-files.ts'
import { post } from './testing/post.ts'
import { asksBeforeClosing, complete, form, inEmptyQueue, pdf, states } from './testing/upload-queue.ts'
import { uploadQueue } from './upload-queue.ts'

inEmptyQueue()

describe('a sign-out', () => {
  test('asks for confirmation while files are being uploaded', async () => {
    fakeServer({ '/functions/create-upload': [form('a'), form('b')], ...complete })
    const ask = vi.spyOn(window, 'confirm').mockReturnValue(false)
    uploadQueue.add('guides', [pdf('a.pdf'), pdf('b.pdf')])
    const first = await post(0)
    expect(confirmSignOut()).toBe(false)
    expect(ask).toHaveBeenLastCalledWith(
      '2 files are still being uploaded. If you sign out now, the upload stops.',
    )
    first.respond(204)
    const second = await post(1)
    ask.mockReturnValue(true)
    expect(confirmSignOut()).toBe(true)
    expect(ask).toHaveBeenLastCalledWith(
      '1 file is still being uploaded. If you sign out now, the upload stops.',
    )
    second.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['done', 'done']))
    expect(confirmSignOut()).toBe(true)
    expect(ask).toHaveBeenCalledTimes(2)
  })
})

describe('a session that ends elsewhere', () => {
  const start = async (...names: string[]) => {
    fakeServer({ '/functions/create-upload': form('a'), ...complete })
    uploadQueue.add('guides', names.map(pdf))
    return post(0)
  }
  const endSession = async () => {
    dropSession()
    // The message to other tabs must not end the session of the next test.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }

  test.each([
    [['a.pdf'], '1 file was still being uploaded when you were signed out.'],
    [['a.pdf', 'b.pdf'], '2 files were still being uploaded when you were signed out.'],
  ])('leaves a notice that the uploads of %s have stopped', async (names, reason) => {
    await start(...names)
    await endSession()
    const description = `${reason} Sign in to check which files are in the library.`
    expect(takeNotices()).toEqual([
      expect.objectContaining({ title: 'Your uploads have stopped', description }),
    ])
  })

  test('leaves no notice once all files are uploaded', async () => {
    const only = await start('a.pdf')
    only.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['done']))
    await endSession()
    expect(takeNotices()).toEqual([])
  })

  test('leaves no notice for another user', async () => {
    await start('a.pdf')
    signedInAs({ sub: 'user-2' })
    expect(takeNotices()).toEqual([])
  })
})

describe('upload queue of a user who is no longer signed in', () => {
  const calls = (seen: ReturnType<typeof fakeServer>) => seen.map(({ path }) => path.split('/').at(-1))
  const signInAsAnother = () => void signedInAs({ sub: 'user-2' })

  test.each([
    ['another user has signed in', signInAsAnother],
    ['the user has signed out', dropSession],
  ])('is emptied, and sends nothing when the browser is online again: %s', async (_why, change) => {
    const seen = fakeServer({ '/functions/create-upload': form('a'), ...complete })
    uploadQueue.add('guides', [pdf('a.pdf'), pdf('b.pdf'), new File(['MZ'], 'setup.exe')])
    const first = await post(0)
    first.lose()
    await vi.waitFor(() => expect(uploadQueue.stopped.get()).toBe(true))
    change()
    expect([states(), uploadQueue.stopped.get(), rejectedFiles.get()]).toEqual([[], false, []])
    expect(asksBeforeClosing()).toBe(false)
    signInAsAnother()
    window.dispatchEvent(new Event('online'))
    uploadQueue.add('guides', [pdf('c.pdf')])
    const next = await post(1)
    next.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['done']))
    expect(calls(seen)).toEqual(['create-upload', 'create-upload', 'complete-upload'])
  })

  test('cancels a file that is being sent', async () => {
    const seen = fakeServer({ '/functions/create-upload': form('a'), ...complete })
    uploadQueue.add('guides', [pdf('a.pdf'), pdf('b.pdf')])
    const first = await post(0)
    const aborted = vi.fn<() => void>()
    first.addEventListener('abort', aborted)
    signInAsAnother()
    expect(aborted).toHaveBeenCalledOnce()
    uploadQueue.add('guides', [pdf('c.pdf')])
    const next = await post(1)
    next.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['done']))
    expect(calls(seen)).toEqual(['create-upload', 'create-upload', 'complete-upload'])
  })

  /** Starts the check of a file, and signs another user in. Returns a function that finishes the check. */
  const signInDuringCheck = async () => {
    const { promise: checked, resolve } = deferred<{ body: object }>()
    const seen = fakeServer({ '/functions/create-upload': form('a'), '/functions/complete-upload': checked })
    uploadQueue.add('guides', [pdf('a.pdf')])
    const only = await post(0)
    only.respond(204)
    await vi.waitFor(() => expect(calls(seen)).toContain('complete-upload'))
    signInAsAnother()
    return () => resolve({ body: { path: 'library/x' } })
  }

  test('does not report the file of the former user, whose check had started, to the next one', async () => {
    const finish = await signInDuringCheck()
    finish()
    await afterCalls()
    expect([states(), toastText()]).toEqual([[], ''])
  })

  test('asks for confirmation before the tab is closed with files of the next user', async () => {
    const finish = await signInDuringCheck()
    uploadQueue.add('guides', [pdf('b.pdf')])
    expect(asksBeforeClosing()).toBe(true)
    finish()
    const next = await post(1)
    expect(asksBeforeClosing()).toBe(true)
    next.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['done']))
    expect(asksBeforeClosing()).toBe(false)
  })

  test('does not start the check of a file as the next user', async () => {
    const seen = fakeServer({ '/functions/create-upload': form('a'), ...complete })
    uploadQueue.add('guides', [pdf('a.pdf')])
    const only = await post(0)
    only.respond(204)
    signInAsAnother()
    // The next file is only sent once the queue has finished with the first.
    uploadQueue.add('guides', [pdf('b.pdf')])
    await post(1)
    expect(calls(seen)).toEqual(['create-upload', 'create-upload'])
  })
})
