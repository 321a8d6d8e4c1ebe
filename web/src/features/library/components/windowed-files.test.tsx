// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { libraryFile } from '../testing/library-file.ts'
import WindowedFiles from './windowed-files.tsx'

inFreshBrowser()

const files = Array.from({ length: 100 }, (_, number) => libraryFile(number))

/** Replaces the observer of sizes. Returns a function that reports a changed size of an element. */
const fakeResizes = () => {
  const observed: { element: Element; report: () => void }[] = []
  class FakeResizeObserver {
    private readonly callback: ResizeObserverCallback
    constructor(callback: ResizeObserverCallback) {
      this.callback = callback
    }
    observe(element: Element) {
      observed.push({ element, report: () => this.callback([], this) })
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  return (element: Element) => {
    for (const seen of observed) if (seen.element === element) seen.report()
  }
}

describe('a long list of files', () => {
  test('shows the rows in view after the page above it has grown', () => {
    const resized = fakeResizes()
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(150)
    let listTop = 200
    vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(
      () => new DOMRect(0, listTop - window.scrollY, 600, 15_000),
    )
    render(<WindowedFiles files={files} highlighted={undefined} />, { wrapper: MemoryRouter })
    expect(screen.getByText('Letter 0')).toBeTruthy()
    listTop = 4000
    act(() => {
      vi.stubGlobal('scrollY', 4000)
      window.dispatchEvent(new Event('scroll'))
    })
    expect(screen.queryByText('Letter 0')).toBeNull()
    act(() => resized(document.body))
    expect(screen.getByText('Letter 0')).toBeTruthy()
  })

  /** Shows the list 200 pixels below the top of the page. Returns a function that scrolls the page. */
  const show = () => {
    fakeResizes()
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(150)
    vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(
      () => new DOMRect(0, 200 - window.scrollY, 600, 15_000),
    )
    render(<WindowedFiles files={files} highlighted={undefined} />, { wrapper: MemoryRouter })
    return (top: number) =>
      act(() => {
        vi.stubGlobal('scrollY', top)
        window.dispatchEvent(new Event('scroll'))
      })
  }

  test('keeps the row with the focus when it is scrolled out of view', () => {
    const scrollTo = show()
    const download = screen.getByRole('button', { name: 'Download Letter 1' })
    act(() => download.focus())
    scrollTo(9000)
    expect(screen.getByText('Letter 60')).toBeTruthy()
    expect(screen.queryByText('Letter 2')).toBeNull()
    expect(document.activeElement).toBe(download)
  })

  test('is printed completely', () => {
    show()
    expect(screen.getAllByRole('listitem').length).toBeLessThan(40)
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(screen.getAllByRole('listitem')).toHaveLength(100)
    expect(screen.getByRole('list').style.blockSize).toBe('')
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(screen.getAllByRole('listitem').length).toBeLessThan(40)
  })
})
