// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { details, openInbox, ticketId } from './testing/open-inbox.tsx'

inFreshBrowser(forgetToast)

const at = '2027-03-02T09:48:00.000Z'
const openItem = (item: object, emailsStopped: object | null) =>
  openInbox(
    {
      '/functions/get-inbox-item': {
        body: { ...details, ...item, sender: { ...details.sender, emailsStopped } },
      },
      '/functions/answer-inbox-item': {
        body: { state: 'answered', kind: 'question', dueOn: '2027-03-02', acknowledgedAt: null },
      },
    },
    `?item=${ticketId}`,
  )

describe('item of a sender to whom emails are stopped', () => {
  test.each([
    [
      'ticket',
      { reason: 'bounce', detail: 'NoEmail', at },
      'came back as undeliverable (NoEmail)',
      /profile/,
    ],
    [
      'contact',
      { reason: 'complaint', detail: 'abuse', at },
      'reported one as spam (abuse)',
      /reach the sender/,
    ],
  ])('says above the form that replies are not emailed: %s', async (source, stopped, why, consequence) => {
    openItem({ source }, stopped)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('since 2 March 2027, 09:48')
    expect(alert.textContent).toContain(why)
    expect(alert.textContent).toMatch(consequence)
    const field = screen.getByLabelText('Reply')
    expect(alert.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  test('does not say that a reply was sent', async () => {
    openItem({}, { reason: 'bounce', detail: 'NoEmail', at })
    await userEvent.type(await screen.findByLabelText('Reply'), 'The landlord.')
    await userEvent.click(screen.getByRole('button', { name: 'Send reply' }))
    await waitFor(() => expect(toastText()).toBe('Reply saved but not emailed'))
  })

  test('shows no alert while emails are sent', async () => {
    openItem({}, null)
    await screen.findByLabelText('Reply')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
