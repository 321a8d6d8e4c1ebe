// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { PasswordDialog } from '#web/components/password-dialog.tsx'
import { ChangeEmailDialog } from '#web/features/account/components/change-email-dialog.tsx'
import { DetailsForm } from '#web/features/account/components/details-form.tsx'
import { FollowUpForm } from '#web/features/account/components/follow-up-form.tsx'
import { profile } from '#web/features/account/testing/open-profile.tsx'
import { ReplyForm } from '#web/features/admin/inbox/reply-form.tsx'
import { itemWith } from '#web/features/admin/inbox/testing/open-inbox.tsx'
import { CreateLink } from '#web/features/admin/referrals/create-link.tsx'
import { BulkFactsForm } from '#web/features/admin/uploads/bulk-facts-form.tsx'
import { VideoForm } from '#web/features/admin/uploads/video-form.tsx'
import TicketForm from '#web/features/chat/components/ticket-form.tsx'
import { ForgotPasswordDialog } from '#web/features/identity/components/forgot-password-dialog.tsx'
import { MembersSignIn } from '#web/features/identity/components/members-sign-in.tsx'
import { NewPasswordForm } from '#web/features/identity/components/new-password-form.tsx'
import { SignUpForm } from '#web/features/identity/components/sign-up-form.tsx'
import { ContactForm } from '#web/features/site/contact/contact-form.tsx'
import * as signInModule from '#web/lib/sign-in.ts'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { forgetToast } from '#web/ui/testing/shown-toast.ts'

inFreshBrowser(forgetToast)

const ignore = () => undefined
const never = new Promise<never>(ignore)

interface FormCase {
  readonly form: ReactNode
  readonly path: string
  /** The texts to type, by the label of the field. */
  readonly texts: Readonly<Record<string, string>>
  readonly choice?: string
  readonly button: string
}

const day = '2199-05-15T12:00:00.000Z'

const newPassword = { 'New password': 'Fresh-lantern-7', 'Confirm new password': 'Fresh-lantern-7' }

const cases: Readonly<Record<string, FormCase>> = {
  'a follow-up question': {
    form: <FollowUpForm id="AB12CD34" seen={day} until={day} onAsked={ignore} />,
    path: 'ask-follow-up',
    texts: { 'Follow-up question': 'And who pays?' },
    button: 'Send question',
  },
  'a ticket': {
    form: <TicketForm onSent={ignore} />,
    path: 'submit-ticket',
    texts: { Topic: 'Gas safety', Message: 'Who pays for the check of the boiler?' },
    choice: 'England',
    button: 'Submit ticket',
  },
  'a contact message': {
    form: <ContactForm />,
    path: 'submit-contact',
    texts: {
      Name: 'Idris Fenwright',
      Email: 'idris@agents.example',
      Subject: 'The deposit',
      Message: 'Who decides about the carpet?',
    },
    button: 'Send message',
  },
  'a reply': {
    form: <ReplyForm item={itemWith('a')} onSent={() => never} />,
    path: 'answer-inbox-item',
    texts: { Reply: 'The landlord pays.' },
    button: 'Send reply',
  },
  'the details of an account': {
    form: <DetailsForm profile={{ ...profile, user_type: 'agent' }} onSaved={ignore} onCancel={ignore} />,
    path: 'update-profile',
    texts: { 'Full name': ' Junior' },
    choice: 'Landlord',
    button: 'Save details',
  },
  'a new email address': {
    form: <ChangeEmailDialog open onOpenChange={ignore} email="nadia@agents.example" />,
    path: 'change-email',
    texts: { 'New email address': 'new@agents.example' },
    button: 'Send link',
  },
  'a request for a reset link': {
    form: <ForgotPasswordDialog open onOpenChange={ignore} initialEmail={() => ''} />,
    path: 'send-password-reset-email',
    texts: { Email: 'nadia@agents.example' },
    button: 'Send reset link',
  },
  'a referral link': {
    form: <CreateLink created={undefined} onCreated={ignore} />,
    path: 'create-referral',
    texts: { 'Referrer name': 'Harbour Lettings' },
    button: 'Create link',
  },
  'a video': {
    form: <VideoForm onAdded={ignore} />,
    path: 'add-media-link',
    texts: { 'YouTube link': 'https://youtu.be/abcdefghijk', Title: 'Deposits' },
    button: 'Add video',
  },
  'the dates of several files': {
    form: <BulkFactsForm itemKind="file" count={2} run={() => never} onClose={ignore} />,
    path: '',
    texts: { 'Law as at': '2026-11-01' },
    button: 'Save for all selected',
  },
  'a sign-in': {
    form: <MembersSignIn />,
    path: '',
    texts: { Email: 'nadia@agents.example', Password: 'Fresh-lantern-7' },
    button: 'Sign In',
  },
  'a sign-up': {
    form: <SignUpForm onCreated={ignore} onSignInFailed={ignore} />,
    path: 'sign-up',
    texts: {
      'First name': 'Nadia',
      'Last name': 'Oyelaran',
      Email: 'nadia@agents.example',
      Password: 'Fresh-lantern-7',
      'Confirm password': 'Fresh-lantern-7',
      'Company name': 'Harbour Lettings',
      'Street address': '4 Quay Street',
      City: 'Bristol',
      Postcode: 'BS1 1AA',
      'Number of employees': '4',
    },
    choice: 'Agent',
    button: 'Create account',
  },
  'a new password after a reset': {
    form: <NewPasswordForm onChanged={ignore} />,
    path: 'update-password',
    texts: newPassword,
    button: 'Set new password',
  },
  'a new password': {
    form: (
      <PasswordDialog
        open
        onOpenChange={ignore}
        email="nadia@agents.example"
        description=""
        onChanged={ignore}
      />
    ),
    path: 'update-password',
    texts: newPassword,
    button: 'Update Password',
  },
}

// When the response arrives, the form is closed or emptied, and everything that was typed meanwhile would be lost.
test.each(Object.entries(cases))('%s cannot be changed while it is sent', async (_, formCase) => {
  const { form, path, texts, choice, button } = formCase
  signedInAs({ sub: 'user-1' })
  vi.spyOn(signInModule, 'signIn').mockReturnValue(never)
  fakeServer({ [`/functions/${path}`]: never })
  showPage('/', form)
  for (const [label, text] of Object.entries(texts)) await userEvent.type(screen.getByLabelText(label), text)
  if (choice !== undefined) await userEvent.click(screen.getByLabelText(choice))
  const values = () =>
    [...document.querySelectorAll<HTMLInputElement>('form input, form textarea, form select')].map(
      ({ value, checked }) => [value, checked],
    )
  await userEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(screen.getByRole('button', { name: button }).ariaBusy).toBe('true'))
  const sent = values()
  for (const label of Object.keys(texts)) {
    const field = screen.getByLabelText(label)
    await userEvent.type(field, '2')
    // A disabled field would lose the focus.
    expect(document.activeElement).toBe(field)
  }
  expect(values()).toEqual(sent)
  // Browsers undo a prevented choice, also one by an arrow key. jsdom does not select the former one again.
  for (const choiceField of [...screen.queryAllByRole('radio'), ...screen.queryAllByRole('checkbox')])
    expect(fireEvent.click(choiceField)).toBe(false)
})
