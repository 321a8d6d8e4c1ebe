import type { Account } from '../../account/account.ts'
import type { Session } from '../../account/objects.ts'
import {
  authenticationPage,
  redirectTo,
  isConfirmed,
  messagePage,
  show,
  type PageResponse,
} from '../page-response.ts'
import { readCardForm } from '../card-form.ts'
import { paymentPage, totalOf } from './page.ts'
import { finishAuthentication, successAddress, type Outcome } from './pay.ts'
import { submit } from './submission.ts'

const payAddress = (session: Session) => `/c/pay/${session.id}`

const closed = (session: Session): PageResponse => {
  if (session.status === 'complete') {
    const link = { href: successAddress(session), label: 'Continue' }
    return show(messagePage('You have already paid', 'This payment is complete.', link))
  }
  const link = session.cancel_url ? { href: session.cancel_url, label: 'Go back' } : undefined
  const text = 'This checkout page has expired. Nothing was charged.'
  return show(messagePage('Checkout expired', text, link), 410)
}

/** Shows an invalid form again with status 200: browsers log other statuses as errors. */
const afterCard = (account: Account, session: Session, body: string): PageResponse => {
  const form = readCardForm(body)
  const outcome = submit(account, session, form)
  if (outcome.kind === 'paid') return redirectTo(outcome.redirect)
  if (outcome.kind === 'authenticate') return redirectTo(`${payAddress(session)}/authenticate`)
  if (outcome.kind === 'invalid') return show(paymentPage(account, session, { form, errors: outcome.errors }))
  return show(paymentPage(account, session, { form, decline: outcome.message }))
}

const afterAuthentication = (account: Account, session: Session, body: string): PageResponse => {
  const form = account.checkouts.get(session.id)?.pending?.form
  const confirmed = isConfirmed(body)
  const outcome: Outcome | undefined = finishAuthentication(account, session, confirmed)
  if (outcome?.kind === 'paid') return redirectTo(outcome.redirect)
  if (outcome?.kind !== 'declined') return redirectTo(payAddress(session))
  return show(paymentPage(account, session, { form, decline: outcome.message }))
}

/** Handles the pages of a Checkout Session: `/c/pay/<session>` and `/c/pay/<session>/authenticate`. */
export const checkoutPage = (account: Account, method: string, path: string, body: string): PageResponse => {
  const [, id, step] = /^\/c\/pay\/([^/]+)(\/authenticate)?$/.exec(path) ?? []
  const session = account.sessions.get(id ?? '')
  if (!session) {
    const text = 'There is no checkout at this address.'
    return show(messagePage('Page not found', text), 404)
  }
  if (session.status !== 'open') return closed(session)
  const posted = method === 'POST'
  if (!step) return posted ? afterCard(account, session, body) : show(paymentPage(account, session))
  if (posted) return afterAuthentication(account, session, body)
  return account.checkouts.get(session.id)?.pending
    ? show(authenticationPage(`${payAddress(session)}/authenticate`, `a payment of ${totalOf(session)}`))
    : redirectTo(payAddress(session))
}
