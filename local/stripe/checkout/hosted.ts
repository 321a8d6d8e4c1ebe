import type { Account } from '../account.ts'
import type { Session } from '../wire.ts'
import { authenticationPage, goTo, isConfirmed, noticePage, show, type PageAnswer } from '../hosted/answer.ts'
import { readCardForm } from '../hosted/card-form.ts'
import { paymentPage, totalOf } from './page.ts'
import { answerAuthentication, successAddress, type Outcome } from './pay.ts'
import { submit } from './submission.ts'

const payAddress = (session: Session) => `/c/pay/${session.id}`

const closed = (session: Session): PageAnswer => {
  if (session.status === 'complete') {
    const link = { href: successAddress(session), label: 'Continue' }
    return show(noticePage('You have already paid', 'This payment is complete.', link))
  }
  const link = session.cancel_url ? { href: session.cancel_url, label: 'Go back' } : undefined
  const text = 'This checkout page has expired. Nothing was charged.'
  return show(noticePage('Checkout expired', text, link), 410)
}

/** The form comes back with status 200, because browsers log any other as an error of the page. */
const afterCard = (account: Account, session: Session, body: string): PageAnswer => {
  const form = readCardForm(body)
  const outcome = submit(account, session, form)
  if (outcome.kind === 'paid') return goTo(outcome.redirect)
  if (outcome.kind === 'authenticate') return goTo(`${payAddress(session)}/authenticate`)
  if (outcome.kind === 'invalid') return show(paymentPage(account, session, { form, errors: outcome.errors }))
  return show(paymentPage(account, session, { form, refusal: outcome.message }))
}

const afterAuthentication = (account: Account, session: Session, body: string): PageAnswer => {
  const form = account.checkouts.get(session.id)?.pending?.form
  const confirmed = isConfirmed(body)
  const outcome: Outcome | undefined = answerAuthentication(account, session, confirmed)
  if (outcome?.kind === 'paid') return goTo(outcome.redirect)
  if (outcome?.kind !== 'declined') return goTo(payAddress(session))
  return show(paymentPage(account, session, { form, refusal: outcome.message }))
}

/** Answers a request of a Checkout Session's page: `/c/pay/<session>` and `/c/pay/<session>/authenticate`. */
export const checkoutPage = (account: Account, method: string, path: string, body: string): PageAnswer => {
  const [, id, step] = /^\/c\/pay\/([^/]+)(\/authenticate)?$/.exec(path) ?? []
  const session = account.sessions.get(id ?? '')
  if (!session) {
    const text = 'Something went wrong: the address of this page names no checkout.'
    return show(noticePage('Page not found', text), 404)
  }
  if (session.status !== 'open') return closed(session)
  const posted = method === 'POST'
  if (!step) return posted ? afterCard(account, session, body) : show(paymentPage(account, session))
  if (posted) return afterAuthentication(account, session, body)
  return account.checkouts.get(session.id)?.pending
    ? show(authenticationPage(`${payAddress(session)}/authenticate`, `a payment of ${totalOf(session)}`))
    : goTo(payAddress(session))
}
