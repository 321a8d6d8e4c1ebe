import type { Account } from '../../account/account.ts'
import { testCardWith, type CardBehaviour } from '../../account/cards.ts'
import { finishAuthentication } from './pay.ts'
import { submit } from './submission.ts'

/** Pays an open session as the hosted form does, including 3-D Secure. */
export const payWithTestCard = (
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
    number: testCardWith(behaviour).number,
    expiry: `12/${String(nextYear).slice(-2)}`,
    cvc: '123',
    name: 'Test Buyer',
    acceptsTerms: true,
  })
  const final = outcome.kind === 'authenticate' ? finishAuthentication(account, session, true) : outcome
  if (final?.kind === 'paid') return { redirect: final.redirect }
  if (final?.kind === 'declined') return { redirect: null, error: final.message }
  return { redirect: null, error: 'The payment failed.' }
}
