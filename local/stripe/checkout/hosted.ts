import type { Account } from '../account.ts'
import type { Session } from '../wire.ts'
import { authenticationPage, closedPage, paymentPage } from './page.ts'
import { answerAuthentication, successAddress, type Outcome } from './pay.ts'
import { readCardForm, submit } from './submission.ts'

/** What the hosted pages answer: a page, or the way elsewhere. */
export type PageAnswer =
  { readonly status: number; readonly page: string } | { readonly status: 303; readonly location: string }

const payAddress = (session: Session) => `/c/pay/${session.id}`

const closed = (session: Session): PageAnswer => {
  if (session.status === 'complete') {
    const link = { href: successAddress(session), label: 'Continue' }
    return { status: 200, page: closedPage('You have already paid', 'This payment is complete.', link) }
  }
  const link = session.cancel_url ? { href: session.cancel_url, label: 'Go back' } : undefined
  const text = 'This checkout page has expired. Nothing was charged.'
  return { status: 410, page: closedPage('Checkout expired', text, link) }
}

/** The form comes back with status 200, because browsers log any other as an error of the page. */
const afterCard = (account: Account, session: Session, body: string): PageAnswer => {
  const form = readCardForm(body)
  const outcome = submit(account, session, form)
  if (outcome.kind === 'paid') return { status: 303, location: outcome.redirect }
  if (outcome.kind === 'authenticate') return { status: 303, location: `${payAddress(session)}/authenticate` }
  if (outcome.kind === 'invalid')
    return { status: 200, page: paymentPage(account, session, { form, errors: outcome.errors }) }
  return { status: 200, page: paymentPage(account, session, { form, refusal: outcome.message }) }
}

const afterAuthentication = (account: Account, session: Session, body: string): PageAnswer => {
  const form = account.checkouts.get(session.id)?.pending?.form
  const confirmed = new URLSearchParams(body).get('answer') === 'complete'
  const outcome: Outcome | undefined = answerAuthentication(account, session, confirmed)
  if (outcome?.kind === 'paid') return { status: 303, location: outcome.redirect }
  if (outcome?.kind !== 'declined') return { status: 303, location: payAddress(session) }
  return { status: 200, page: paymentPage(account, session, { form, refusal: outcome.message }) }
}

/** Answers a request of the hosted pages: `/c/pay/<session>` and `/c/pay/<session>/authenticate`. */
export const hostedPage = (account: Account, method: string, path: string, body: string): PageAnswer => {
  const [, id, step] = /^\/c\/pay\/([^/]+)(\/authenticate)?$/.exec(path) ?? []
  const session = account.sessions.get(id ?? '')
  if (!session) {
    const text = 'Something went wrong: the address of this page names no checkout.'
    return { status: 404, page: closedPage('Page not found', text) }
  }
  if (session.status !== 'open') return closed(session)
  const posted = method === 'POST'
  if (!step)
    return posted ? afterCard(account, session, body) : { status: 200, page: paymentPage(account, session) }
  if (posted) return afterAuthentication(account, session, body)
  return account.checkouts.get(session.id)?.pending
    ? { status: 200, page: authenticationPage(session) }
    : { status: 303, location: payAddress(session) }
}
