import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { complaintSteps } from './complaints.tsx'
import { privacySections } from './privacy.tsx'
import { termsSections } from './terms.tsx'

vi.mock('#web/lib/use-chat-provider.ts', () => ({ useChatConfig: () => undefined }))

/** Returns each word with the number that follows it without a space: JSX drops the end of a line before a value. */
const joinedWords = (body: React.ReactNode): string[] =>
  renderToStaticMarkup(<MemoryRouter>{body}</MemoryRouter>)
    .replaceAll(/<[^>]*>/g, ' ')
    .match(/\p{Ll}{2,}[£\d]+/gu) ?? []

describe('the legal pages', () => {
  test.each([...termsSections, ...privacySections, ...complaintSteps])(
    'leave a space between words and numbers: $title',
    ({ body }) => {
      expect(joinedWords(body)).toEqual([])
    },
  )

  test('would fail for a line that ends before a number', () => {
    expect(joinedWords(<p>you have{30} days</p>)).toEqual(['have30'])
  })
})
