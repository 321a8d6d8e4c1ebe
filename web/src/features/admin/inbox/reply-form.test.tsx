// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { deferred } from '#test/kit/deferred.ts'
import { fakeServer, poolAddress } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { InboxItemPage } from './inbox-item-page.tsx'
import { ReplyForm } from './reply-form.tsx'
import { bodiesOf, itemWith } from './testing/open-inbox.tsx'

inFreshBrowser(forgetToast)

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Reply')

describe('reply to an item of the inbox', () => {
  test('gets the focus with its error if it is empty, also as an acknowledgement', async () => {
    signedInAs({ sub: 'admin-1' })
    const complaint = { ...itemWith('a'), kind: 'complaint' } as const
    showPage(paths.adminInbox, <ReplyForm item={complaint} onSent={async () => undefined} />)
    for (const name of ['Send reply', 'Send as acknowledgement']) {
      await userEvent.click(screen.getByRole('button', { name }))
      await waitFor(() => expect(document.activeElement).toBe(field()))
      expect(field().getAttribute('aria-invalid')).toBe('true')
    }
  })

  test('is kept until it is sent, while the admin reads another item', async () => {
    signedInAs({ sub: 'admin-1' })
    const body = { state: 'answered', kind: 'question', dueOn: '2027-03-02', acknowledgedAt: null }
    fakeServer({ '/functions/answer-inbox-item': { body } })
    const open = (id: string) =>
      showPage(paths.adminInbox, <ReplyForm item={itemWith(id)} onSent={async () => undefined} />)
    const first = open('a')
    await userEvent.type(field(), 'The landlord')
    first.unmount()
    const other = open('b')
    expect(field().value).toBe('')
    other.unmount()
    const again = open('a')
    expect(field().value).toBe('The landlord')
    await userEvent.click(screen.getByRole('button', { name: 'Send reply' }))
    await waitFor(() => expect(field().value).toBe(''))
    again.unmount()
    open('a')
    expect(field().value).toBe('')
  })

  test('is kept, and a toast says that nothing was sent, when the session has ended on another device', async () => {
    signedInAs({ sub: 'admin-4' })
    fakeServer({
      '/functions/answer-inbox-item': { status: 401, body: { message: 'Unauthorized' } },
      [poolAddress]: { status: 400, body: { __type: 'NotAuthorizedException' } },
    })
    showPage(paths.adminInbox, <ReplyForm item={itemWith('d')} onSent={async () => undefined} />)
    await userEvent.type(field(), 'The landlord')
    await userEvent.click(screen.getByRole('button', { name: 'Send reply' }))
    await waitFor(() => expect(toastText()).toContain('You’ve been signed out'))
    expect(toastText()).toContain('Your last action had no effect.')
    expect(field().value).toBe('The landlord')
  })

  test('is reported in a toast if it was not sent, and its admin has left the page', async () => {
    signedInAs({ sub: 'admin-5' })
    const response = deferred<'unreachable'>()
    fakeServer({ '/functions/answer-inbox-item': response.promise })
    const { unmount } = showPage(
      paths.adminInbox,
      <ReplyForm item={itemWith('f')} onSent={async () => undefined} />,
    )
    await userEvent.type(field(), 'The landlord')
    await userEvent.click(screen.getByRole('button', { name: 'Send reply' }))
    unmount()
    response.resolve('unreachable')
    await waitFor(() =>
      expect(toastText()).toBe(
        'Your reply may not have been sent / Please try again: it won’t be sent twice. What you wrote is still in the inbox.',
      ),
    )
  })

  test('is written without the greeting, which the field says the email adds', () => {
    signedInAs({ sub: 'admin-3' })
    fakeServer({})
    showPage(paths.adminInbox, <ReplyForm item={itemWith('d')} onSent={async () => undefined} />)
    expect(screen.getByText(/^The email begins with ‘Dear Nadia,’ and ends with/)).toBeTruthy()
  })

  test('stays on the page when another admin has replied in the meantime, and cannot be sent then', async () => {
    signedInAs({ sub: 'admin-2' })
    const reply = {
      from: 'adviser',
      at: '2027-03-02T09:00:00.000Z',
      text: 'The tenant.',
      acknowledges: false,
    }
    const answered = { ...itemWith('c'), state: 'answered', messages: [reply] }
    fakeServer({
      '/functions/get-inbox-item': [{ body: itemWith('c') }, { body: answered }],
      '/functions/mark-inbox-item': {
        body: { state: 'answered', kind: 'complaint', dueOn: '2027-03-02', acknowledgedAt: null },
      },
    })
    showPage(
      paths.adminInbox,
      <InboxItemPage id={itemWith('c').id} back={paths.adminInbox} onOpen={() => undefined} />,
    )
    await userEvent.type(await screen.findByLabelText('Reply'), 'The landlord')
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Complaint')
    expect(await screen.findByText('The tenant.')).toBeTruthy()
    expect(field().value).toBe('The landlord')
    expect(screen.getByText('Someone has already replied to this item')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send reply' }).disabled).toBe(true)
  })

  test.each([
    [3, false],
    [60, true],
  ])('has a button that leads to it above %i messages: %s', async (count, hasButton) => {
    signedInAs({ sub: 'admin-2' })
    const messages = Array.from({ length: count }, (_, i) => ({
      from: 'member',
      at: new Date(Date.UTC(2027, 2, 2, 9, i)).toISOString(),
      text: `Question ${i}`,
      acknowledges: false,
    }))
    fakeServer({ '/functions/get-inbox-item': { body: { ...itemWith('e'), messages } } })
    showPage(
      paths.adminInbox,
      <InboxItemPage id={itemWith('e').id} back={paths.adminInbox} onOpen={() => undefined} />,
    )
    await screen.findByLabelText('Reply')
    const button = screen.queryByRole('button', { name: 'Write a reply' })
    expect(button !== null).toBe(hasButton)
    if (button === null) return
    await userEvent.click(button)
    expect(document.activeElement).toBe(field())
  })

  const conflict = (code: string) => ({ status: 409, body: { error: { code, message: 'It has changed.' } } })
  const followUp = {
    from: 'member',
    at: '2027-03-02T10:00:00.000Z',
    text: 'And the repair?',
    acknowledges: false,
  }
  const openPage = async () => {
    signedInAs({ sub: 'admin-3' })
    showPage(
      paths.adminInbox,
      <InboxItemPage id={itemWith('d').id} back={paths.adminInbox} onOpen={() => undefined} />,
    )
    await userEvent.type(await screen.findByLabelText('Reply'), 'The landlord')
  }

  test('is kept when the sender has asked again, which is shown before it can be sent', async () => {
    const asked = { ...itemWith('d'), messages: [followUp], waitingSince: followUp.at }
    const seen = fakeServer({
      '/functions/get-inbox-item': [{ body: itemWith('d') }, { body: asked }],
      '/functions/answer-inbox-item': conflict('item_changed'),
    })
    await openPage()
    await userEvent.click(screen.getByRole('button', { name: 'Send reply' }))
    expect(await screen.findByText('And the repair?')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('It has changed. What you wrote is still here.')
    expect(field().value).toBe('The landlord')
    await userEvent.click(screen.getByRole('button', { name: 'Send reply' }))
    await waitFor(() =>
      expect(bodiesOf(seen, 'answer-inbox-item')).toMatchObject([
        { seen: itemWith('d').waitingSince },
        { seen: followUp.at },
      ]),
    )
  })

  test('is kept when another admin has replied first, and the page shows that reply', async () => {
    const reply = { ...followUp, from: 'adviser', text: 'The tenant.' }
    const answered = { ...itemWith('d'), state: 'answered', messages: [reply] }
    fakeServer({
      '/functions/get-inbox-item': [
        { body: itemWith('d') },
        { body: answered },
        { body: { ...answered, state: 'open' } },
      ],
      '/functions/answer-inbox-item': conflict('already_answered'),
      '/functions/reopen-inbox-item': {
        body: { state: 'open', kind: 'question', dueOn: '2027-03-02', acknowledgedAt: null },
      },
    })
    await openPage()
    await userEvent.click(screen.getByRole('button', { name: 'Send reply' }))
    expect(await screen.findByText('The tenant.')).toBeTruthy()
    expect(screen.getByText('Someone has already replied to this item')).toBeTruthy()
    expect(screen.queryByText(/It has changed/)).toBeNull()
    expect(field().value).toBe('The landlord')
    await userEvent.click(screen.getByRole('button', { name: 'Reopen' }))
    await waitFor(() => expect(screen.queryByText('Someone has already replied to this item')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(field().value).toBe('The landlord')
  })
})
