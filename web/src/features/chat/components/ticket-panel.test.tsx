// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { deferred } from '#test/kit/deferred.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { TicketPanel } from './ticket-panel.tsx'

inFreshBrowser(forgetToast)

const fillIn = async () => {
  const page = showPage(paths.liveChat, <TicketPanel />)
  await userEvent.type(await screen.findByLabelText('Topic'), 'Gas safety')
  await userEvent.click(screen.getByLabelText('Wales'))
  await userEvent.type(screen.getByLabelText('Message'), 'Who pays for the check of the boiler?')
  return page
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

// The pressed button is gone. Without this, keyboard users would start at the top of the page again.
test('keeps the focus in the panel when a ticket was sent, and for another one', async () => {
  signedInAs({ sub: 'member' })
  fakeServer({ '/functions/submit-ticket': { body: { id: 'AB12CD34', answeredBy: '2027-05-03' } } })
  await fillIn()
  await press('Submit ticket')
  await screen.findByText('We’ve received your ticket')
  const heading = screen.getByRole('heading', { name: 'Submit a ticket' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByRole('link', { name: 'profile' }).getAttribute('href')).toBe(paths.profileTickets)
  await press('Submit another')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Topic')))
})

test('says that a ticket whose response was lost may have been sent', async () => {
  signedInAs({ sub: 'member' })
  fakeServer({ '/functions/submit-ticket': 'unreachable' })
  await fillIn()
  await press('Submit ticket')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your ticket may not have been sentPlease try again: it won’t be sent twice. What you wrote is still here.',
  )
})

describe('a ticket that is sent while the member opens another page', () => {
  const leaveDuring = async (reply: object) => {
    signedInAs({ sub: 'member' })
    const response = deferred<object>()
    fakeServer({ '/functions/submit-ticket': response.promise })
    const { unmount } = await fillIn()
    await press('Submit ticket')
    unmount()
    response.resolve(reply)
  }

  test('is reported in a toast if it was rejected', async () => {
    await leaveDuring({
      status: 429,
      body: { error: { code: 'rate_limited', message: 'Please wait a minute.' } },
    })
    await waitFor(() =>
      expect(toastText()).toBe(
        'Your ticket was not sent / Please wait a minute. What you wrote is still on the live chat page.',
      ),
    )
  })

  test('is reported in a toast if it was received', async () => {
    await leaveDuring({ body: { id: 'AB12CD34', answeredBy: '2027-05-03' } })
    await waitFor(() =>
      expect(toastText()).toBe(
        'We’ve received your ticket / An adviser will email you an answer by Monday 3 May 2027.',
      ),
    )
  })
})
