import type { Account } from '../../account/account.ts'
import { isDebit, testCards } from '../../account/cards.ts'
import { applicationOf } from '../../billing/apply-balance.ts'
import { alertOf, cardFields, cardList, messageOf, type CardState } from '../card-fields.ts'
import { html, pageOf, type Html } from '../html.ts'
import { requiresTerms } from './consent.ts'
import { money } from '../format.ts'
import type { LineItem, Session } from '../../account/objects.ts'

/** Formats the total of a session. */
export const totalOf = (session: Session): string =>
  money(session.amount_total ?? 0, session.currency ?? 'gbp')

/** Formats what a card is charged now. A subscription uses up the customer's credit first. */
const dueToday = (account: Account, session: Session): string => {
  const total = session.amount_total ?? 0
  const balance = account.customers.get(session.customer ?? '')?.balance ?? 0
  const due = session.mode === 'subscription' ? applicationOf(balance, total).amountDue : total
  return money(due, session.currency ?? 'gbp')
}

const intervalOf = (items: readonly LineItem[]): string | undefined => items[0]?.price?.recurring?.interval

const itemRow = (item: LineItem): Html =>
  html` <li>
    <span>${item.description}${(item.quantity ?? 1) > 1 ? ` × ${item.quantity ?? 1}` : ''}</span>
    <span>${money(item.amount_total, item.currency)}</span>
  </li>`

const backLink = (session: Session): Html | null =>
  session.cancel_url ? html`<a class="back" href="${session.cancel_url}">← Go back without paying</a>` : null

const summaryOf = (account: Account, session: Session, items: readonly LineItem[]): Html => {
  const interval = intervalOf(items)
  const names = items.map((item) => item.description ?? '').join(', ')
  return html` <section aria-labelledby="what">
    ${backLink(session)}
    <h1 id="what">${interval ? `Subscribe to ${names}` : `Pay for ${names}`}</h1>
    <p class="amount">${totalOf(session)} ${interval ? html`<small>per ${interval}</small>` : null}</p>
    <ul class="items">
      ${items.map(itemRow)}
    </ul>
    <p class="total"><span>Total due today</span><span>${dueToday(account, session)}</span></p>
  </section>`
}

/** Returns the test cards, with direct debits only if the session accepts them. */
const cardsFor = ({ payment_method_types: types }: Session) =>
  testCards.filter(({ behaviour }) => types.includes(isDebit(behaviour) ? 'bacs_debit' : 'card'))

const errorOf = (id: string, error: string | undefined): Html | null =>
  error === undefined ? null : html`<p class="wrong" id="${id}-error">${error}</p>`

const vatField = (session: Session, { form, errors = {} }: CardState): Html | null =>
  session.tax_id_collection?.enabled
    ? html`<div>
        <label for="vatNumber">VAT number (optional)</label>
        <input
          id="vatNumber"
          name="vatNumber"
          value="${form?.vatNumber ?? ''}"
          ${errors.vatNumber ? html`aria-invalid="true" aria-describedby="vatNumber-error"` : null}
        />
        ${errorOf('vatNumber', errors.vatNumber)}
      </div>`
    : null

/** Stripe shows links in this text as Markdown: `[terms](https://…)`. */
const customText = (message: string): Html => ({
  markup: message
    .split(/(\[[^\]]+\]\([^)\s]+\))/)
    .map((part) => {
      const [, label, address] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? []
      return (label === undefined ? html`${part}` : html`<a href="${address}">${label}</a>`).markup
    })
    .join(''),
})

const termsField = (session: Session, { form, errors = {} }: CardState): Html | null => {
  if (!requiresTerms(session)) return null
  const text = session.custom_text.terms_of_service_acceptance?.message ?? 'I agree to the Terms of Service.'
  return html`<div>
    <p class="small agree">
      <input
        id="terms"
        name="terms"
        type="checkbox"
        ${form?.acceptsTerms ? html`checked` : null}
        ${errors.acceptsTerms ? html`aria-invalid="true" aria-describedby="terms-error"` : null}
      />
      <label for="terms">${customText(text)}</label>
    </p>
    ${errorOf('terms', errors.acceptsTerms)}
  </div>`
}

const agreementFields = (session: Session, state: CardState): Html =>
  html`${vatField(session, state)}${termsField(session, state)}`

/** Renders the payment page of an open session. */
export const paymentPage = (account: Account, session: Session, state: CardState = {}): string => {
  const items = account.checkouts.get(session.id)?.lineItems ?? []
  const interval = intervalOf(items)
  const message = messageOf(state)
  const note = session.custom_text.submit?.message
  const renewal = `You authorise the card to be charged ${totalOf(session)} every ${interval ?? ''} until you cancel.`
  return pageOf(
    `${message ? 'Error: ' : ''}${interval ? 'Subscribe' : 'Pay'}`,
    html`<main class="page wide">
      ${summaryOf(account, session, items)}
      <section aria-labelledby="how">
        <h2 id="how">Pay with card</h2>
        ${alertOf(message)}
        <form method="post" action="/c/pay/${session.id}" novalidate>
          ${cardFields(session.customer_details?.email ?? '', state)} ${agreementFields(session, state)}
          <button type="submit">
            ${interval ? 'Subscribe and pay' : 'Pay'} ${dueToday(account, session)}
          </button>
          ${note ? html`<p class="small">${note}</p>` : null}
          ${interval ? html`<p class="small">${renewal}</p>` : null}
        </form>
        ${cardList(cardsFor(session))}
      </section>
    </main>`,
  )
}
