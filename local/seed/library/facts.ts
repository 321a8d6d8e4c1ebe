import type { LibraryFacts } from '#shared/contract/library-facts.ts'
import type { LawCountry, LibraryTopic } from '#shared/values/library-facts.ts'

/** The Renters' Rights Act 2025 applied in England from 1 May 2026, and two of its parts in Wales from 1 June 2026. */
const lawAsAt: Readonly<Record<LawCountry, string>> = {
  england: '2026-05-01',
  wales: '2026-06-01',
  both: '2026-06-01',
}

const facts =
  (country: LawCountry) =>
  (topic: LibraryTopic, changes: Partial<LibraryFacts> = {}): LibraryFacts => ({
    country,
    topic,
    lawAsAt: lawAsAt[country],
    reviewBy: '2027-04-30',
    whatChanged: null,
    ...changes,
  })

/** Facts of a sample about the law in England. */
export const england = facts('england')
/** Facts of a sample about the law in Wales. */
export const wales = facts('wales')
/** Facts of a sample about the law in both countries. */
export const both = facts('both')
