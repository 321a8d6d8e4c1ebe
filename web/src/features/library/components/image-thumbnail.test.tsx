// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { ImageThumbnail } from './image-thumbnail.tsx'

let observers: (() => void)[] = []

inFreshBrowser(() => {
  signedInAs({ sub: 'member-1' })
  observers = []
  class FakeObserver {
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
      observers.push(() => callback([{ isIntersecting: true }]))
    }
    observe = () => undefined
    disconnect = () => undefined
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver)
})

const showNear = (path: string, changedAt: string) => {
  const shown = render(<ImageThumbnail path={path} changedAt={changedAt} />)
  act(() => observers.at(-1)?.())
  return shown
}

const serve = () => {
  let links = 0
  return fakeServer({
    '/functions/create-download': () => {
      links += 1
      return { body: { url: `https://files.example/${links}` } }
    },
  })
}
const source = async () => (await screen.findByRole('presentation')).getAttribute('src')

describe('a thumbnail', () => {
  test('uses its signed link again for 50 seconds, and a new one for a replaced file', async () => {
    const seen = serve()
    const show = async (path: string, changedAt: string) => {
      const { unmount } = showNear(path, changedAt)
      const shown = await source()
      unmount()
      return shown
    }
    const start = Date.now()
    const now = vi.spyOn(Date, 'now').mockReturnValue(start)
    expect(await show('library/guides_1_a.png', 'one')).toBe('https://files.example/1')
    now.mockReturnValue(start + 49_000)
    expect(await show('library/guides_1_a.png', 'one')).toBe('https://files.example/1')
    expect(await show('library/guides_1_a.png', 'two')).toBe('https://files.example/2')
    now.mockReturnValue(start + 101_000)
    expect(await show('library/guides_1_a.png', 'one')).toBe('https://files.example/3')
    expect(seen).toHaveLength(3)
  })

  test('requests one new link when the image fails, and then shows the icon', async () => {
    const seen = serve()
    showNear('library/guides_2_b.png', 'one')
    expect(await source()).toBe('https://files.example/1')
    fireEvent.error(screen.getByRole('presentation'))
    await waitFor(async () => expect(await source()).toBe('https://files.example/2'))
    fireEvent.error(screen.getByRole('presentation'))
    expect(screen.queryByRole('presentation')).toBeNull()
    expect(seen).toHaveLength(2)
  })
})
