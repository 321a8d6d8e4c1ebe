// @vitest-environment jsdom
import { setTimeout as sleep } from 'node:timers/promises'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { readingTimeMs } from '../run-action.ts'
import {
  billing,
  button,
  confirm,
  end,
  openProfile,
  press,
  subscribed,
  watchLocation,
} from '../testing/open-profile.tsx'

inFreshBrowser(forgetToast)

const cancelling = { ...subscribed, cancelAtPeriodEnd: true }

test('a cancellation keeps the text that is not saved, and shows the new state without a reload', async () => {
  const { reload } = watchLocation()
  const seen = openProfile(subscribed, {
    '/functions/get-access': [{ body: subscribed }, { body: cancelling }],
    '/functions/get-billing': { body: billing },
    '/functions/cancel-subscription': { body: { subscription_end: end } },
  })
  await press('Edit details')
  await userEvent.type(screen.getByLabelText('Full name'), ' Junior')
  await press('Cancel Subscription')
  await confirm('Cancel Subscription')
  await waitFor(() => expect(toastText()).toContain('Subscription cancelled'))
  await act(() => sleep(readingTimeMs + 300))
  expect(reload).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Full name')).toHaveProperty('value', 'Nadia Oyelaran Junior')
  expect(await screen.findByText('Cancelling Soon')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button('Cancel Subscription')).toBeNull()
  expect(seen.filter(({ path }) => path === '/functions/get-billing')).toHaveLength(2)
})

test('the page is reloaded when the text was saved or given up before', async () => {
  const { reload } = watchLocation()
  openProfile(subscribed, { '/functions/cancel-subscription': { body: { subscription_end: end } } })
  await press('Edit details')
  await userEvent.type(screen.getByLabelText('Full name'), ' Junior')
  await press('Cancel')
  await press('Cancel Subscription')
  await confirm('Cancel Subscription')
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
})
