// @vitest-environment jsdom
import { createHash } from 'node:crypto'
import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import type { DocumentSection } from './document-section.ts'
import { privacySections, privacySince } from './privacy.tsx'
import { termsSections, termsSince } from './terms.tsx'

const chat = vi.hoisted((): { config: unknown } => ({ config: undefined }))
vi.mock('#web/lib/use-chat-provider.ts', () => ({ useChatConfig: () => chat.config }))

/** Returns a short hash of all texts of a document: the text before the chat provider is known, and each provider's. */
const fingerprintOf = (sections: readonly DocumentSection[]): string => {
  const hash = createHash('sha256')
  for (const config of [
    undefined,
    'none',
    { provider: 'tawk' },
    { provider: 'chatwoot', country: 'Ireland' },
  ]) {
    chat.config = config
    for (const { title, body } of sections) {
      const { container } = render(<MemoryRouter>{body}</MemoryRouter>)
      hash.update(`${title}\n${container.textContent.replaceAll(/\s+/g, ' ').trim()}\n`)
      cleanup()
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * The versions of each document: the date from which a text applies, and its fingerprint, newest last. Add a changed text
 * with its new date. A deployed version never changes: buyers have accepted that text with that date.
 */
const versions = {
  terms: [['27 November 2026', 'b0000c9f5efd0513']],
  privacy: [
    ['27 November 2026', '0882f8d3c5e8dda8'],
    ['30 November 2026', '93221996c28e8862'],
  ],
} as const

describe.each([
  ['terms', termsSince, termsSections, 'termsSince'],
  ['privacy', privacySince, privacySections, 'privacySince'],
] as const)('the text of the document %s', (name, since, sections, constant) => {
  test('has a date of its own: a change of the text, a price or a period needs a new one', () => {
    const reminder = `The text has changed: set ${constant}, follow "A change of the terms" in docs/runbook.md, and add the new date and fingerprint to the versions in this file`
    expect([since, fingerprintOf(sections)], reminder).toEqual(versions[name].at(-1))
  })

  test('has another date in each version', () => {
    const dates = versions[name].map(([date]) => date)
    expect(new Set(dates).size).toBe(dates.length)
  })
})
