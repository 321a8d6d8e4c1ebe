// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CallError } from '#web/lib/call.ts'
import * as passkeys from '#web/lib/passkeys.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'
import {
  billing,
  confirm,
  failing,
  noAccess,
  openProfile,
  press,
  subscribed,
  toAnnual,
} from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)
beforeEach(() => vi.stubGlobal('PublicKeyCredential', vi.fn()))

const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label, { selector: 'input' }), text)

const laptop = { id: 'a'.repeat(64), name: 'Work laptop', createdAt: toAnnual.pricedAt, lastUsedAt: null }
const replies = {
  '/functions/get-billing': { body: billing },
  '/functions/preview-plan-change': { body: toAnnual },
  '/functions/list-passkeys': { body: { passkeys: [laptop] } },
}

const enterNewPassword = async () => {
  for (const label of ['New password', 'Confirm new password']) await type(label, 'Fresh-lantern-7')
}

interface Case {
  /** The button that opens the dialog. */
  readonly opener: string
  /** The button that starts the action. */
  readonly start: string
  readonly operation: string
  readonly access?: object
  readonly fill?: () => Promise<unknown>
}

const cases: readonly Case[] = [
  { opener: 'Delete My Account', start: 'Delete My Account', operation: 'delete-account' },
  {
    opener: 'Cancel Subscription',
    start: 'Cancel Subscription',
    operation: 'cancel-subscription',
    access: subscribed,
  },
  { opener: 'Change Plan', start: 'Pay £525.00', operation: 'change-plan', access: subscribed },
  {
    opener: 'Change Email Address',
    start: 'Send link',
    operation: 'change-email',
    fill: () => type('New email address', 'new@agents.example'),
  },
  {
    opener: 'Change Password',
    start: 'Update Password',
    operation: 'update-password',
    fill: enterNewPassword,
  },
  { opener: 'Remove Work laptop', start: 'Remove passkey', operation: 'remove-passkey' },
]

const startButton = (name: string) =>
  within(screen.getByRole('dialog')).findByRole<HTMLButtonElement>('button', { name })

/** Tries to close the dialog, and expects that it stays open and offers no other way out. */
const expectOpen = async (start: string) => {
  await userEvent.keyboard('{Escape}')
  const dialog = within(screen.getByRole('dialog'))
  expect((await startButton(start)).getAttribute('aria-busy')).toBe('true')
  const exits = dialog.getAllByRole('button', { name: /^(?:Close|Cancel|Keep.*)$/ })
  expect(exits).toHaveLength(2)
  for (const exit of exits) expect(exit).toHaveProperty('disabled', true)
}

const expectClosable = async (start: string) => {
  await waitFor(async () => expect((await startButton(start)).getAttribute('aria-busy')).toBeNull())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

describe('a dialog whose action is running', () => {
  test.each(cases)('stays open until the response: $operation', async (one) => {
    const { opener, start, operation, access = noAccess, fill } = one
    const response = deferred<typeof failing>()
    const path = `/functions/${operation}`
    const seen = openProfile(access, { ...replies, [path]: response.promise })
    await press(opener)
    await fill?.()
    await userEvent.click(await startButton(start))
    await waitFor(() => expect(seen.map((call) => call.path)).toContain(path))
    await expectOpen(start)
    response.resolve(failing)
    await expectClosable(start)
  })

  test('stays open until the response: add-passkey', async () => {
    const response = deferred()
    const rejected = new CallError('Too many passkeys.', { status: 409 })
    vi.spyOn(passkeys, 'addPasskey').mockReturnValue(response.promise.then(() => Promise.reject(rejected)))
    openProfile(noAccess, replies)
    await press('Add a passkey')
    await confirm('Continue')
    await expectOpen('Continue')
    response.resolve()
    await expectClosable('Continue')
  })
})
