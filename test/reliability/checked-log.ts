import { expect, vi } from 'vitest'
import { leaksIn } from '#test/kit/leaks.ts'

/** Shorter texts, such as plans and countries, are also words of the log. */
const shortestSearched = 8

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Returns the texts of a request body as they would stand in a line of JSON. */
const searchedTextsOf = (body: string): string[] =>
  textsIn(parsed(body))
    .filter((text) => text.trim().length >= shortestSearched)
    .map((text) => JSON.stringify(text).slice(1, -1))

/** Collects the lines of the log instead of printing them, until the test restores its mocks. */
export const collectLog = () => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  return {
    /** Expects no personal data and no text of the request in the lines since the last call. */
    expectNoLeaks: (body = ''): void => {
      const texts = searchedTextsOf(body)
      const leaks = lines.splice(0).flatMap((line) => leaksIn(line, texts).map((leak) => ({ leak, line })))
      expect(leaks, 'personal data in the log').toEqual([])
    },
  }
}
