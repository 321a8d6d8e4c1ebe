import { beforeEach, vi } from 'vitest'
import { serverNow } from '#web/lib/server-time.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import { endChat, schedulePassEnd } from '../chat-session.ts'
import { refreshGuestPass } from '../guest-pass.ts'

/** Starts each test of the file in a wide window of a fresh browser, without a chat and a pass. */
export const inBrowserWithoutChat = (): void => {
  inFreshBrowser(() => {
    forgetToast()
    schedulePassEnd(undefined)
  })
  beforeEach(async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    await endChat()
    await refreshGuestPass() // resets the state: this browser has no key
  })
}

/** Returns the server's time after some minutes, as ISO time. */
export const inMinutes = (minutes: number): string =>
  new Date(serverNow().getTime() + minutes * 60_000).toISOString()

/** Response to a visitor who opens the chat. */
export const visitor = {
  id: 'v',
  name: 'Guest',
  email: 'v@guest.example',
  idSignature: '0',
}
