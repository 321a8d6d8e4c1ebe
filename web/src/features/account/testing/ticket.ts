import { end } from './open-profile.tsx'

/** A ticket that waits for its first reply. */
export const ticket = {
  id: 'AB12CD34',
  topic: 'Deposit',
  country: 'wales',
  message: 'When?',
  createdAt: end,
  answeredBy: '2199-05-03',
  messages: [],
  state: 'open',
  kind: 'question',
  followUpUntil: null,
}
