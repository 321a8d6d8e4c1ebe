/** The kinds of an inbox item. Admins set the kind, because the forms have no field for it. */
export const inboxKinds = ['question', 'complaint', 'data-protection'] as const
export type InboxKind = (typeof inboxKinds)[number]

/** The states of an inbox item, in the order of the inbox's tabs. */
export const inboxStates = ['open', 'answered', 'closed'] as const
export type InboxState = (typeof inboxStates)[number]

/** Ways to close an item without a reply from the inbox. */
export const closeReasons = ['answered-elsewhere', 'no-reply-needed'] as const

/** Items on a page of the inbox. */
export const inboxPageSize = 25

/** Working days within which a complaint is acknowledged. The complaints page states the same. */
export const acknowledgeWorkingDays = 3
/** Working days, after its acknowledgement, within which a complaint is answered. */
export const complaintWorkingDays = 14
/**
 * Calendar days within which a data protection request is answered. The privacy policy promises one month; the shortest
 * has 28 days.
 */
export const dataProtectionDays = 28

/** Calendar days after a reply in which a member may ask a follow-up question. */
export const followUpDays = 14

/** Maximum length of a reply, in characters. */
export const maxReplyLength = 5000
