import type { InboxItemDetails } from '#shared/contract/inbox.ts'

/** Returns an unanswered question to show to an admin. */
export const itemWith = (id: string): InboxItemDetails => ({
  id: id.repeat(64),
  source: 'ticket',
  reference: '4F2A9C1B',
  name: 'Nadia Oyelaran',
  topic: 'Gas safety',
  plan: 'annual',
  kind: 'question',
  state: 'open',
  askedAt: '2027-03-01T10:00:00.000Z',
  dueOn: '2027-03-02',
  late: false,
  acknowledgedAt: null,
  receivedAt: '2027-03-01T10:00:00.000Z',
  waitingSince: '2027-03-01T10:00:00.000Z',
  country: 'wales',
  question: 'Who pays for the check?',
  messages: [],
  sender: {
    email: 'nadia@agency.example',
    verified: true,
    userId: 'user-1',
    emailsStopped: null,
    plan: 'annual',
    passMinutesLeft: null,
    earlierTickets: [],
  },
})
