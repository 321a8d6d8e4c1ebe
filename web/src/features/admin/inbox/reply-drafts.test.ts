// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { inboxReplies } from '#shared/values/storage-keys.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { endEverywhere } from '#web/lib/session.ts'
import { clearDataOfOthers } from '#web/lib/user-data.ts'
import { replyDraft, saveReplyDraft } from './reply-drafts.ts'

inFreshBrowser()

const stored = () => sessionStorage.getItem(inboxReplies)

describe('unsent replies', () => {
  test('are kept by item when the page is loaded again', async () => {
    signedInAs({ sub: 'admin-1' })
    saveReplyDraft('a', 'The landlord')
    saveReplyDraft('b', 'The tenant')
    vi.resetModules()
    const reloaded = await import('./reply-drafts.ts')
    expect(['a', 'b', 'c'].map(reloaded.replyDraft)).toEqual(['The landlord', 'The tenant', ''])
    expect(JSON.stringify(localStorage)).not.toContain('landlord')
  })

  test('are removed once they are empty', () => {
    signedInAs({ sub: 'admin-1' })
    saveReplyDraft('a', 'The landlord')
    saveReplyDraft('b', 'The tenant')
    saveReplyDraft('a', '')
    expect(stored()).not.toContain('landlord')
    saveReplyDraft('b', '')
    expect(stored()).toBeNull()
  })

  test('are shown to their own author only', () => {
    signedInAs({ sub: 'admin-1' })
    saveReplyDraft('a', 'The landlord')
    signedInAs({ sub: 'admin-2' })
    expect(replyDraft('a')).toBe('')
    saveReplyDraft('b', 'The tenant')
    expect(stored()).not.toContain('landlord')
  })

  test('are deleted on sign-out', async () => {
    signedInAs({ sub: 'admin-1' })
    fakeServer({ '/functions/sign-out': { body: { success: true } } })
    saveReplyDraft('a', 'The landlord')
    await endEverywhere()
    expect(stored()).toBeNull()
  })

  test.each([
    ['admin-1', 'The landlord'],
    ['admin-2', ''],
  ])('stay for their author only, when the session has ended elsewhere and %s signs in', (sub, text) => {
    signedInAs({ sub: 'admin-1' })
    saveReplyDraft('a', 'The landlord')
    clearDataOfOthers({ id: sub, email: 'admin@agency.example' })
    expect(replyDraft('a')).toBe(text)
  })

  test('are empty when something else wrote the stored value', () => {
    signedInAs({ sub: 'admin-1' })
    for (const text of ['{', '[]', '{"userId":"admin-1","replies":{"a":1}}']) {
      sessionStorage.setItem(inboxReplies, text)
      expect(replyDraft('a')).toBe('')
    }
  })
})
