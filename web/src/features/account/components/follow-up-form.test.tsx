// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as paths from '#shared/values/site-map.ts'
import { deferred } from '#test/kit/deferred.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { clearSessionData } from '#web/lib/user-data.ts'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { FollowUpForm } from './follow-up-form.tsx'

inFreshBrowser(forgetToast)

/** Opens the forms of two tickets. Returns their fields. */
const open = () => {
  cleanup()
  showPage(
    paths.profile,
    ['AB12CD34', 'EF56GH78'].map((id) => (
      <FollowUpForm
        key={id}
        id={id}
        seen="2199-05-01T12:00:00.000Z"
        until="2199-05-15T12:00:00.000Z"
        onAsked={() => undefined}
      />
    )),
  )
  return screen.getAllByLabelText<HTMLTextAreaElement>('Follow-up question')
}
const texts = () => open().map(({ value }) => value)

const typeBoth = async () => {
  signedInAs({ sub: 'user-1' })
  const [first, second] = open()
  await userEvent.type(first ?? document.body, 'And who pays?')
  await userEvent.type(second ?? document.body, 'Half a sentence')
}

test('keeps unsent follow-up questions while another page is open, until each is sent', async () => {
  fakeServer({ '/functions/ask-follow-up': { body: { answeredBy: '2199-05-04' } } })
  await typeBoth()
  expect(texts()).toEqual(['And who pays?', 'Half a sentence'])
  await userEvent.click(screen.getAllByRole('button', { name: 'Send question' })[0] ?? document.body)
  await waitFor(() => expect(texts()).toEqual(['', 'Half a sentence']))
})

test('shows unsent follow-up questions to their author only, and deletes them on sign-out', async () => {
  await typeBoth()
  signedInAs({ sub: 'user-2' })
  expect(texts()).toEqual(['', ''])
  signedInAs({ sub: 'user-1' })
  expect(texts()).toEqual(['And who pays?', 'Half a sentence'])
  clearSessionData()
  expect(texts()).toEqual(['', ''])
})

test('reports a question that was not sent in a toast if the member has opened another page', async () => {
  const response = deferred<'unreachable'>()
  fakeServer({ '/functions/ask-follow-up': response.promise })
  await typeBoth()
  await userEvent.click(screen.getAllByRole('button', { name: 'Send question' })[0] ?? document.body)
  cleanup()
  response.resolve('unreachable')
  await waitFor(() =>
    expect(toastText()).toBe(
      'Your question may not have been sent / Please try again: it won’t be sent twice. What you wrote is still on your profile.',
    ),
  )
})
