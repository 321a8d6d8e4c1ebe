import { act } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import { takeNotices } from '#web/ui/toast.ts'
import { uploadQueue } from '../upload-queue.ts'
import { isFinished } from '../upload.ts'
import { Post } from './post.ts'

export const startedAt = '2027-03-01T10:00:00.000Z'
export const form = (name: string) => ({
  body: { url: 'https://files.example/', fields: { key: name }, path: `library/${name}`, startedAt },
})
export const complete = { '/functions/complete-upload': { body: { path: 'library/x' } } }

/** Signs a user in before each test of the file and empties the queue after it. */
export const inEmptyQueue = (): void => {
  inFreshBrowser(() => {
    forgetToast()
    takeNotices()
    Post.all.length = 0
    vi.stubGlobal('XMLHttpRequest', Post)
    signedInAs()
  })
  afterEach(async () => {
    act(() => {
      for (const { id } of uploadQueue.get()) uploadQueue.cancel(id)
    })
    await vi.waitFor(() => expect(uploadQueue.get().every(isFinished)).toBe(true))
    act(() => uploadQueue.clear(uploadQueue.get()))
  })
}

export const pdf = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' })
export const states = () => uploadQueue.get().map(({ state }) => state)

/** Returns whether the browser asks for confirmation before it closes the tab. */
export const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
