// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { fakeServer, poolAddress } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { adminCall } from './api.ts'

inFreshBrowser(forgetToast)

test.each([
  ['list-inbox', { page: 1, pageSize: 25 }, ''],
  ['get-numbers', {}, ''],
  ['complete-upload', { path: 'guides/a.pdf' }, ''],
  [
    'revoke-referral',
    { token: 'a' },
    'You’ve been signed out / Your last action had no effect. Please sign in and try again.',
  ],
] as const)('%s reports an ended session only if it is an action of the admin', async (name, body, text) => {
  signedInAs()
  fakeServer({
    [`/functions/${name}`]: { status: 401, body: { message: 'Unauthorized' } },
    [poolAddress]: { status: 400, body: { __type: 'NotAuthorizedException' } },
  })
  await expect(adminCall<typeof name>(name, body)).rejects.toThrow('No active session')
  expect(toastText()).toBe(text)
})
