import type { Account } from '../account.ts'
import { cardThat, type CardBehaviour } from '../cards.ts'
import { answerAuthentication } from './pay.ts'
import { submit } from './submission.ts'

/** Pays as the hosted page's form does, 3-D Secure included. */
export const payAs = (
  account: Account,
  id: string,
  behaviour: CardBehaviour,
): { redirect: string | null; error?: string } => {
  const session = account.sessions.get(id)
  if (!session) throw new Error(`No such checkout.session: '${id}'`)
  if (session.status !== 'open')
    return { redirect: null, error: `This Checkout Session is ${session.status}.` }
  const nextYear = new Date(account.now() * 1000).getUTCFullYear() + 1
  const outcome = submit(account, session, {
    email: session.customer_details?.email ?? 'buyer@customer.example',
    number: cardThat(behaviour).number,
    expiry: `12/${String(nextYear).slice(-2)}`,
    cvc: '123',
    name: 'Test Buyer',
  })
  const settled = outcome.kind === 'authenticate' ? answerAuthentication(account, session, true) : outcome
  if (settled?.kind === 'paid') return { redirect: settled.redirect }
  if (settled?.kind === 'declined') return { redirect: null, error: settled.message }
  return { redirect: null, error: 'The payment could not be made.' }
}
