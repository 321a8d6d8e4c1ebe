import { openConversation } from '#shared/rules/pass.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import { findPassInUse, type PassHolder, type PassRepository } from './pass.repository.ts'
import { listPasses } from './record-chat-messages.ts'

/**
 * Records that a pass holder has opened the conversation. This starts the time of the pass if an adviser has replied to
 * the absent holder, and otherwise shows that the holder is present.
 */
export const recordOpening = (
  holder: PassHolder,
  passes: PassRepository,
  now: Date,
): Promise<'recorded' | 'nothing'> =>
  retryOnConflict('the pass', async () => {
    const stored = findPassInUse(await listPasses(holder, passes), now)
    const pass = stored && openConversation(stored.pass, now)
    if (stored === undefined || pass === undefined || pass === stored.pass) return 'nothing'
    return (await passes.write({ stored: { ...stored, pass }, now })) === 'written' ? 'recorded' : 'stale'
  })
