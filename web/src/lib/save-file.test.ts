// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { saveFile } from './save-file.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('saveFile', () => {
  test('downloads the text under the name, and frees its memory a minute later', () => {
    vi.useFakeTimers()
    const revokeObjectURL = vi.fn<(url: string) => void>()
    vi.stubGlobal('URL', { createObjectURL: () => 'blob:report', revokeObjectURL })
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      clicked.push(`${this.download} ${this.href}`)
    })
    saveFile('report.csv', 'a,b', 'text/csv')
    expect(clicked).toEqual(['report.csv blob:report'])
    vi.advanceTimersByTime(59_999)
    expect(revokeObjectURL).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:report')
  })
})
