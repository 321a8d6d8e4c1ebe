import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startRequests } from './start-request.ts'

/** SHA-256 of the texts that buyers have accepted. A changed text must be a new version with its own hash here. */
const acceptedTexts: Readonly<Record<string, string>> = {
  '2026-11-22': '1ba3053ed0401961955ff533c8661c37d988c9330b1ce6b184c161d6545631fe',
  '2026-11-22-2': 'fde225f9a0631765329d717cc37e7d698a756972866618f285bb618404655de7',
}

test('each text that buyers have accepted is kept unchanged', () => {
  const hashes = Object.entries(startRequests).map(([version, textFor]) => [
    version,
    createHash('sha256').update(textFor('https://advice.example')).digest('hex'),
  ])
  expect(Object.fromEntries(hashes)).toEqual(acceptedTexts)
})
