import { expect, test } from 'vitest'
import { operations } from './index.ts'
import type { CallerKind } from './operation.ts'

/**
 * The callers of every operation, written down a second time. The role matrix reads the contract, so it would follow a
 * change of `caller` there without a failure.
 */
const expected: Readonly<Record<CallerKind, string>> = {
  anyone: `check-guest-access check-pending-sign-up check-sign-up guest-session-event resend-confirmation send-magic-link
    send-password-reset-email sign-in-with-passkey sign-up start-passkey-sign-in submit-contact validate-referral
    verify-guest-pass`,
  optionalAuth: `create-guest-pass email-transcript list-withdrawable-purchases sign-chat-visitor
    withdraw-purchase`,
  signedIn: `add-passkey cancel-subscription change-email change-plan check-subscription create-billing-portal create-checkout
    delete-account ensure-admin-role export-account-data get-access get-billing get-library-emails get-open-invoice get-profile
    has-active-one-time-access is-user-subscribed list-passkeys list-tickets one-time-session-event preview-plan-change
    remove-passkey resume-subscription set-library-emails sign-out start-adding-passkey update-password update-profile verify-payment verify-subscription`,
  member: `ask-follow-up create-download get-library list-file-titles list-library-changes list-library-files
    list-media-links search-library submit-ticket`,
  anyAdmin: 'confirm-second-factor get-second-factor set-up-second-factor',
  admin: `add-media-link answer-inbox-item close-inbox-item complete-upload confirm-chat-deletion create-referral
    create-upload delete-file-title delete-library-file delete-media-link get-inbox-item get-numbers get-referral-analytics get-user
    get-users
    list-inbox list-referrals list-user-audit mark-inbox-item reopen-inbox-item revoke-referral rotate-referral
    save-file-title save-library-facts`,
}

const callersOf = (kind: CallerKind): string[] =>
  operations.filter(({ caller }) => caller === kind).map(({ name }) => name)

const kinds: readonly CallerKind[] = ['anyone', 'optionalAuth', 'signedIn', 'member', 'anyAdmin', 'admin']

test.each(kinds)('operations for %s are exactly the listed ones', (kind) => {
  expect(
    callersOf(kind).toSorted(),
    'add a new operation to the callers in this file, if these users may call it',
  ).toEqual(expected[kind].split(/\s+/).toSorted())
})
