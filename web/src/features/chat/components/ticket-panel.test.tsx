// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { TicketPanel } from './ticket-panel.tsx'

inFreshBrowser()

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

// The pressed button is gone. Without this, keyboard users would start at the top of the page again.
test('keeps the focus in the panel when a ticket was sent, and for another one', async () => {
  signedInAs({ sub: 'member' })
  fakeServer({ '/functions/submit-ticket': { body: { id: 'AB12CD34', answeredBy: '2027-05-03' } } })
  showPage(paths.liveChat, <TicketPanel />)
  await userEvent.type(await screen.findByLabelText('Topic'), 'Gas safety')
  await userEvent.click(screen.getByLabelText('Wales'))
  await userEvent.type(screen.getByLabelText('Message'), 'Who pays for the check of the boiler?')
  await press('Submit ticket')
  await screen.findByText('We’ve received your ticket')
  const heading = screen.getByRole('heading', { name: 'Submit a ticket' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByRole('link', { name: 'profile' }).getAttribute('href')).toBe(paths.profileTickets)
  await press('Submit another')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Topic')))
})
