// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import type { LibraryVideo } from '../items.ts'
import VideoList from './video-list.tsx'

inFreshBrowser()

const changedAt = '2026-06-01T09:00:00Z'
const videos = Array.from({ length: 300 }, (_, number): LibraryVideo => {
  const id = `video-${number}`
  const videoId = `abcdefgh${String(number).padStart(3, '0')}`
  return {
    id,
    kind: 'videos',
    title: `Video ${number}`,
    description: '',
    typeName: 'Video',
    changedAt,
    facts: null,
    hasHistory: false,
    link: { id, url: '', title: null, video_id: videoId, created_at: changedAt },
  }
})

/** Shows the list 200 pixels below the top of the page. Returns a function that scrolls the page. */
const show = (width = 340, expanded = true) => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, 200 - window.scrollY, width, 15_000),
  )
  const list = (isExpanded: boolean) => (
    <VideoList videos={videos} expanded={isExpanded} onExpand={() => undefined} highlighted={undefined} />
  )
  const { rerender } = render(list(expanded), { wrapper: MemoryRouter })
  return {
    expand: () => rerender(list(true)),
    scrollTo: (top: number) =>
      act(() => {
        vi.stubGlobal('scrollY', top)
        window.dispatchEvent(new Event('scroll'))
      }),
  }
}

const cards = () => screen.getAllByRole('listitem').filter(({ id }) => id !== '')
const setSize = () => cards()[0]?.getAttribute('aria-setsize')
const play = (number: number) =>
  fireEvent.click(screen.getByRole('button', { name: `Play video: Video ${number}` }))

describe('a long list of videos', () => {
  test('shows only the cards in view, and their place in the list', () => {
    const { scrollTo } = show()
    expect(cards().length).toBeLessThan(40)
    scrollTo(30_000)
    expect(cards().length).toBeLessThan(40)
    expect(screen.queryByText('Video 0')).toBeNull()
    expect(setSize()).toBe('300')
  })

  test('has several cards in a row of a wide list', () => {
    show(1000)
    const tops = cards().map(({ style }) => style.insetBlockStart)
    expect(tops.slice(0, 4)).toEqual([tops[0], tops[0], tops[0], expect.not.stringMatching(`^${tops[0]}$`)])
  })

  test('goes on playing a video that is scrolled out of view', () => {
    const { scrollTo } = show()
    play(1)
    const player = screen.getByTitle('Video 1')
    act(() => screen.getByRole('button', { name: 'Play video: Video 2' }).focus())
    scrollTo(30_000)
    expect(screen.queryByText('Video 0')).toBeNull()
    expect(screen.getByTitle('Video 1')).toBe(player)
  })

  test('goes on playing a video when all are shown', () => {
    const { expand } = show(340, false)
    play(1)
    const player = screen.getByTitle('Video 1')
    expand()
    expect(setSize()).toBe('300')
    expect(screen.getByTitle('Video 1')).toBe(player)
  })

  test('is printed completely', () => {
    show()
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(cards()).toHaveLength(300)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(cards().length).toBeLessThan(40)
  })
})
