import * as storageKeys from '#shared/values/storage-keys.ts'

export interface StoredKey {
  readonly name: string
  readonly purpose: string
  readonly lifetime: string
}

const untilConfirmed = 'until you have confirmed your sign-up and signed in'
const untilTabCloses = 'until you close the tab'

/**
 * Everything that the site stores in the browser. Everything except the referral link is needed for what the visitor
 * does.
 */
export const storedKeys: readonly StoredKey[] = [
  {
    name: storageKeys.session,
    purpose: 'keeps you signed in',
    lifetime:
      'until you sign out, but it stops working after 30 days; without ‘Remember me’, until your first visit after you close the browser',
  },
  {
    name: storageKeys.sessionRun,
    purpose:
      'a cookie and an entry that sign you out when you close the browser, if you didn’t choose ‘Remember me’',
    lifetime:
      'the cookie until you sign out or close the browser, the entry until you sign out or your first visit after that',
  },
  {
    name: storageKeys.sessionExpiry,
    purpose: 'the time at which your chat pass ends',
    lifetime: 'until you sign out, or a page finds that the pass has ended',
  },
  {
    name: storageKeys.cookieConsent,
    purpose: 'your cookie choice and its time',
    lifetime: 'the cookie for 1 year, the entry until you choose again',
  },
  {
    name: storageKeys.cookieConsentText,
    purpose: 'the wording that you saw when choosing',
    lifetime: 'until you choose again',
  },
  {
    name: storageKeys.guestKey,
    purpose: 'the key to a chat pass bought without an account',
    lifetime: 'until the live chat page finds that the pass has ended',
  },
  {
    name: storageKeys.pendingVerificationEmail,
    purpose: 'your email address while you confirm it',
    lifetime: untilConfirmed,
  },
  {
    name: storageKeys.pendingSignupPlan,
    purpose: 'the plan you chose when signing up',
    lifetime: 'until you have subscribed or choose another',
  },
  {
    name: storageKeys.selectedPlan,
    purpose: 'the plan you chose on a price card',
    lifetime: 'until you have subscribed or choose another',
  },
  {
    name: storageKeys.planOfTab,
    purpose: 'takes you to that plan when you sign in',
    lifetime: untilTabCloses,
  },
  {
    name: storageKeys.pendingSignupRedirect,
    purpose: 'where to continue after signing up',
    lifetime: untilConfirmed,
  },
  {
    name: storageKeys.pendingSignupUserInfo,
    purpose: 'your sign-up details, which fill in the sign-up form and the payment page for you',
    lifetime: 'until you have subscribed or delete your account',
  },
  {
    name: storageKeys.pendingSignupId,
    purpose: 'lets the page check whether you have confirmed your sign-up',
    lifetime: untilConfirmed,
  },
  {
    name: storageKeys.pendingReferrerToken,
    purpose: 'the referral link that you followed, so that we can count the sign-up',
    lifetime: untilConfirmed,
  },
  {
    name: storageKeys.pendingLoginRedirect,
    purpose: 'where to continue after signing in',
    lifetime: 'until you sign in',
  },
  {
    name: storageKeys.chatVisitor,
    purpose: 'keeps the chats of two users of one browser apart',
    lifetime:
      'until you sign out or, if you have no account, until the live chat page finds that your pass has ended',
  },
  {
    name: storageKeys.ticketDraft,
    purpose: 'a ticket that you have not submitted yet',
    lifetime: 'until you submit it, sign out in this tab or close it',
  },
  {
    name: storageKeys.contactDraft,
    purpose: 'a message to us that you have not sent yet',
    lifetime: 'until you send it, sign in, sign out or close the tab',
  },
  {
    name: storageKeys.followUpDraft,
    purpose: 'follow-up questions that you have not sent yet',
    lifetime: 'until you send them, sign out or close the tab',
  },
  {
    name: storageKeys.inboxReplies,
    purpose: 'for our admins, the replies to tickets and messages that they have not sent yet',
    lifetime: 'until they send them, sign out in this tab or close it',
  },
  {
    name: storageKeys.expiredPass,
    purpose:
      'when an unused pass expired, or that it was refunded or disputed, with the key of a disputed pass',
    lifetime: 'until you dismiss the notice or have another pass, for 30 days after the last check at most',
  },
  {
    name: storageKeys.openChat,
    purpose: 'opens the chat again after a reload',
    lifetime: 'until you close the chat or the tab',
  },
  {
    name: storageKeys.conversation,
    purpose: 'your last chat: the time of its last message, and whose chat it is',
    lifetime: 'until you sign out or close the tab',
  },
  {
    name: storageKeys.passwordReset,
    purpose: 'notes that you have just reset your password',
    lifetime: untilTabCloses,
  },
]

/** Values that the chat providers' widgets store once the visitor opens the chat. `clearChatState` deletes them. */
export const widgetKeys = [
  { provider: 'Chatwoot', names: 'cw_', lifetime: 'up to 365 days, as cookies' },
  {
    provider: 'Tawk.to',
    names: 'twk_ or tawk',
    lifetime: 'for as long as Tawk.to sets, as cookies and entries',
  },
] as const
