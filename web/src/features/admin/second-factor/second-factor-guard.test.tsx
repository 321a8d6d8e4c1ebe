// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { listReferrals } from '../api.ts'
import { SecondFactorGuard } from './second-factor-guard.tsx'

inFreshBrowser()

const until = '2027-03-01T22:00:00.000Z'
const state = (is_set_up: boolean, valid_until: string | null) => ({ body: { is_set_up, valid_until } })
const failure = (status: number, code: string, message: string) => ({
  status,
  body: { error: { code, message } },
})
const required = failure(403, 'second_factor_required', 'Please enter the code from your authenticator app.')
/** A factor that has expired when the page makes its call, which succeeds after the code. */
const expiresDuringCall = (response: object | Promise<object> = { body: { data: [] } }) => ({
  '/functions/get-second-factor': state(true, until),
  '/functions/list-referrals': [required, response],
  '/functions/confirm-second-factor': { body: { valid_until: until } },
})
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const uri = `otpauth://totp/Sample:avery%40admin.example?secret=${key}&issuer=Sample`

/** A page of the admin area with a field, a dialog, and buttons whose call the server may reject. */
const Work = () => {
  const [outcome, setOutcome] = useState('')
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const load = () =>
    listReferrals().then(
      ({ data }) => setOutcome(`${data.length} links`),
      (reason: Error) => setOutcome(reason.message),
    )
  const confirm = async () => {
    setBusy(true)
    await load()
    setBusy(false)
    setAsking(false)
  }
  return (
    <>
      <PageMeta title="Work · Admin" description="Work" />
      <h1 id={pageTitleId}>Work</h1>
      <input aria-label="Draft" onKeyDown={(event) => event.key === 'Enter' && void load()} />
      <button type="button" onClick={() => void load()}>
        Load
      </button>
      <button type="button" disabled={busy} onClick={() => void confirm()}>
        Save
      </button>
      <button type="button" onClick={() => setAsking(true)}>
        Ask
      </button>
      <Dialog open={asking} busy={busy} onOpenChange={setAsking} title="Load the links?">
        <button type="button" disabled={busy} onClick={() => void confirm()}>
          Yes
        </button>
      </Dialog>
      <output>{outcome}</output>
    </>
  )
}

const open = () => {
  signedInAs({ sub: 'admin' })
  showPage(
    `${paths.admin}/referrals`,
    <main tabIndex={-1} aria-labelledby={pageTitleId}>
      <SecondFactorGuard>
        <Work />
      </SecondFactorGuard>
    </main>,
  )
}

const enter = async (code: string) => {
  const field = await screen.findByLabelText('Code')
  await userEvent.clear(field)
  await userEvent.type(field, `${code}{Enter}`)
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

describe('second factor of the admin area', () => {
  test('opens the area immediately after a code was entered in this session', async () => {
    fakeServer({ '/functions/get-second-factor': state(true, until) })
    open()
    expect(await heading('Work')).toBeTruthy()
  })

  test('asks for a code first and shows nothing of the area until it is accepted', async () => {
    const seen = fakeServer({
      '/functions/get-second-factor': state(true, null),
      '/functions/confirm-second-factor': [
        failure(400, 'code_rejected', 'That code is wrong or has been used.'),
        { body: { valid_until: until } },
      ],
    })
    open()
    const title = await heading(/^Confirm it.s you$/)
    await waitFor(() => expect(document.activeElement).toBe(title))
    expect(screen.queryByText('Work')).toBeNull()
    await enter('12345')
    expect(await screen.findByText('Please enter the 6 digits that your app shows')).toBeTruthy()
    await enter('111111')
    expect(await screen.findByText('That code is wrong or has been used.')).toBeTruthy()
    await enter('123 456')
    expect(await heading('Work')).toBeTruthy()
    expect(screen.getByTestId('address').textContent).toBe(`${paths.admin}/referrals`)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
    const codes = seen.filter(({ path }) => path.endsWith('confirm-second-factor')).map(({ body }) => body)
    expect(codes).toEqual([{ code: '111111' }, { code: '123456' }])
  })

  test('shows an admin without an app a QR code, the key and its link', async () => {
    fakeServer({
      '/functions/get-second-factor': state(false, null),
      '/functions/set-up-second-factor': { body: { key, uri } },
      '/functions/confirm-second-factor': { body: { valid_until: until } },
    })
    open()
    expect(await heading('Set up your authenticator app')).toBeTruthy()
    expect(await screen.findByRole('img', { name: 'QR code with your key' })).toBeTruthy()
    expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'open this link' }).getAttribute('href')).toBe(uri)
    await enter('123456')
    expect(await heading('Work')).toBeTruthy()
  })

  test('keeps what was typed when the code expires, and repeats the rejected calls', async () => {
    const seen = fakeServer({
      '/functions/get-second-factor': state(true, until),
      '/functions/list-referrals': [required, required, { body: { data: [] } }],
      '/functions/confirm-second-factor': { body: { valid_until: until } },
    })
    open()
    await userEvent.type(await screen.findByLabelText('Draft'), 'half a reply')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Load' }))
    expect(await heading(/^Confirm it.s you$/)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Work' })).toBeNull()
    await enter('123456')
    expect(await screen.findByText('0 links')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Draft').value).toBe('half a reply')
    expect(seen.filter(({ path }) => path.endsWith('list-referrals'))).toHaveLength(4)
  })

  test('takes the place of an open dialog, whose action continues afterwards', async () => {
    fakeServer(expiresDuringCall())
    open()
    await press('Ask')
    await press('Yes')
    const title = await heading(/^Confirm it.s you$/)
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(title))
    await enter('123456')
    expect(await screen.findByText('0 links')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ask'))
  })

  test('names the page after its own heading, and leaves its id to no other', async () => {
    fakeServer(expiresDuringCall())
    open()
    expect(await screen.findByRole('main', { name: 'Work' })).toBeTruthy()
    await press('Load')
    expect(await screen.findByRole('main', { name: /^Confirm it.s you$/ })).toBeTruthy()
    expect(document.querySelectorAll(`#${pageTitleId}`)).toHaveLength(1)
    await enter('123456')
    expect(await screen.findByRole('main', { name: 'Work' })).toBeTruthy()
  })

  test('names the page of the set-up', async () => {
    fakeServer({
      '/functions/get-second-factor': state(false, null),
      '/functions/set-up-second-factor': { body: { key, uri } },
    })
    open()
    expect(await screen.findByRole('main', { name: 'Set up your authenticator app' })).toBeTruthy()
  })

  test('closes an open menu, which would otherwise block the code form', async () => {
    fakeServer({
      '/functions/get-second-factor': state(true, until),
      '/functions/list-referrals': required,
    })
    signedInAs({ sub: 'admin' })
    const close = vi.fn<() => void>()
    showPage(
      paths.adminInbox,
      <SecondFactorGuard>
        <dialog open ref={(menu) => void (menu && Object.assign(menu, { close }))} />
        <Work />
      </SecondFactorGuard>,
    )
    await press('Load')
    await heading(/^Confirm it.s you$/)
    expect(close).toHaveBeenCalledOnce()
  })

  test('restores the title and the focus after a code has expired', async () => {
    fakeServer(expiresDuringCall())
    open()
    await userEvent.type(await screen.findByLabelText('Draft'), 'half a reply{Enter}')
    await heading(/^Confirm it.s you$/)
    expect(document.title).toMatch(/^Confirm it.s you · Work · Admin · /)
    await enter('123456')
    await screen.findByText('0 links')
    expect(document.title).toMatch(/^Work · Admin · /)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Draft')))
  })

  test('returns the focus to a button that is disabled until its action has ended', async () => {
    const { promise: response, resolve: respond } = deferred<object>()
    fakeServer(expiresDuringCall(response))
    open()
    await press('Save')
    await heading(/^Confirm it.s you$/)
    await enter('123456')
    await heading('Work')
    respond({ body: { data: [] } })
    await screen.findByText('0 links')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Save'))
  })

  test('moves the focus to the page if the element that had it is gone', async () => {
    fakeServer(expiresDuringCall())
    open()
    await userEvent.type(await screen.findByLabelText('Draft'), '{Enter}')
    await heading(/^Confirm it.s you$/)
    screen.getByLabelText('Draft').remove()
    await enter('123456')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  test('sets up another app when the first was reset in the meantime', async () => {
    fakeServer({
      '/functions/get-second-factor': [state(true, null), state(false, null)],
      '/functions/confirm-second-factor': failure(409, 'second_factor_not_set_up', 'No app.'),
      '/functions/set-up-second-factor': { body: { key, uri } },
    })
    open()
    await enter('123456')
    expect(await heading('Set up your authenticator app')).toBeTruthy()
  })

  test('asks for a code when another tab has completed the set-up', async () => {
    fakeServer({
      '/functions/get-second-factor': [state(false, null), state(true, null)],
      '/functions/set-up-second-factor': failure(409, 'second_factor_already_set_up', 'You have an app.'),
    })
    open()
    expect(await screen.findByText('You have an app.')).toBeTruthy()
    await press('Try again')
    expect(await heading(/^Confirm it.s you$/)).toBeTruthy()
  })

  test('reports that the check failed, and tries again', async () => {
    fakeServer({ '/functions/get-second-factor': ['unreachable', state(true, until)] })
    open()
    await press('Try again')
    expect(await heading('Work')).toBeTruthy()
  })

  test('rejects waiting calls when the admin leaves the area', async () => {
    fakeServer({
      '/functions/get-second-factor': state(true, until),
      '/functions/list-referrals': required,
    })
    open()
    await heading('Work')
    const outcome = listReferrals().catch((reason: unknown) => reason)
    await heading(/^Confirm it.s you$/)
    cleanup()
    expect(await outcome).toMatchObject({ code: 'second_factor_required' })
  })
})
