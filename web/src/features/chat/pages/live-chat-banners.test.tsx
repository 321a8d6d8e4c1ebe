// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { inBrowserWithoutChat } from '../testing/in-browser-without-chat.ts'
import LiveChatPage from './live-chat-page.tsx'

inBrowserWithoutChat()

describe('the banners of /livechat', () => {
  test('are announced one at a time, not the whole list after each change', async () => {
    signedInAs({ sub: 'banner-reader' })
    const body = { isSubscribed: true, hasOneTimeAccess: false, isAdmin: false, pass: null }
    fakeServer({ '/functions/get-access': { body } })
    showPage('/livechat', <LiveChatPage />)
    const banner = await screen.findByText('Active Subscription')
    expect(banner.closest('[role="status"]')?.getAttribute('aria-atomic')).toBe('false')
  })
})
