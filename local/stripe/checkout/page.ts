import type { Account } from '../account.ts'
import { testCards, type CardForm } from '../cards.ts'
import type { LineItem, Session } from '../wire.ts'
import { html, pageOf, type Html } from './html.ts'
import type { FieldErrors } from './submission.ts'

/** `5000`, `gbp` → `£50.00`. */
const money = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(minor / 100)

const totalOf = (session: Session): string => money(session.amount_total ?? 0, session.currency ?? 'gbp')

const intervalOf = (items: readonly LineItem[]): string | undefined => items[0]?.price?.recurring?.interval

const itemRow = (item: LineItem): Html =>
  html` <li>
    <span>${item.description}${(item.quantity ?? 1) > 1 ? ` × ${item.quantity ?? 1}` : ''}</span>
    <span>${money(item.amount_total, item.currency)}</span>
  </li>`

const backLink = (session: Session): Html | null =>
  session.cancel_url ? html`<a class="back" href="${session.cancel_url}">← Go back without paying</a>` : null

const summaryOf = (session: Session, items: readonly LineItem[]): Html => {
  const interval = intervalOf(items)
  const names = items.map((item) => item.description ?? '').join(', ')
  return html` <section aria-labelledby="what">
    ${backLink(session)}
    <h1 id="what">${interval ? `Subscribe to ${names}` : `Pay for ${names}`}</h1>
    <p class="amount">${totalOf(session)} ${interval ? html`<small>per ${interval}</small>` : null}</p>
    <ul class="items">
      ${items.map(itemRow)}
    </ul>
    <p class="total"><span>Total due today</span><span>${totalOf(session)}</span></p>
  </section>`
}

interface Field {
  readonly name: keyof CardForm
  readonly label: string
  readonly autocomplete: string
  readonly type?: string
  readonly hint?: string
  readonly numeric?: boolean
  readonly readOnly?: boolean
}

const fieldOf = (field: Field, value: string, error: string | undefined): Html => {
  const described = [field.hint && `${field.name}-hint`, error && `${field.name}-error`]
    .filter(Boolean)
    .join(' ')
  return html` <div>
    <label for="${field.name}">${field.label}</label>
    ${field.hint ? html`<p class="hint" id="${field.name}-hint">${field.hint}</p>` : null}
    <input
      id="${field.name}"
      name="${field.name}"
      type="${field.type ?? 'text'}"
      value="${value}"
      autocomplete="${field.autocomplete}"
      required
      ${field.numeric ? html`inputmode="numeric"` : null}
      ${field.readOnly ? html`readonly` : null}
      ${described ? html`aria-describedby="${described}"` : null}
      ${error ? html`aria-invalid="true"` : null}
    />
    ${error ? html`<p class="wrong" id="${field.name}-error">${error}</p>` : null}
  </div>`
}

/** What the form shows: what was typed before, and what was wrong with it. */
export interface PageState {
  readonly form?: CardForm
  readonly errors?: FieldErrors
  /** Why the card was refused. */
  readonly refusal?: string
}

const messageOf = ({ errors = {}, refusal }: PageState): string | undefined =>
  refusal ?? (Object.keys(errors).length > 0 ? 'Please check the fields marked below.' : undefined)

// It takes the focus, so that it is read out and in view on a small screen, where it stands below the fold.
const alertOf = (message: string): Html =>
  html`<p class="alert" role="alert" tabindex="-1" autofocus>${message}</p>`

const fieldsOf = (session: Session, { form, errors = {} }: PageState): Html => {
  const known = session.customer_details?.email ?? ''
  const field = (definition: Field, value: string) => fieldOf(definition, value, errors[definition.name])
  const email: Field = {
    name: 'email',
    label: 'Email',
    autocomplete: 'email',
    type: 'email',
    readOnly: known !== '',
  }
  return html` ${field(email, known || (form?.email ?? ''))}
    ${field({ name: 'number', label: 'Card number', autocomplete: 'cc-number', numeric: true }, form?.number ?? '')}
    <div class="pair">
      ${field({ name: 'expiry', label: 'Expiry', autocomplete: 'cc-exp', hint: 'MM/YY' }, form?.expiry ?? '')}
      ${field({ name: 'cvc', label: 'CVC', autocomplete: 'cc-csc', hint: '3 or 4 digits', numeric: true }, '')}
    </div>
    ${field({ name: 'name', label: 'Name on card', autocomplete: 'cc-name' }, form?.name ?? '')}`
}

const cardList = html` <details>
  <summary>Test cards</summary>
  <dl>
    ${testCards.map(
      (card) =>
        html`<dt>${card.number}</dt>
          <dd>${card.says}</dd>`,
    )}
  </dl>
  <p class="small">Any expiry date in the future, any security code, any name.</p>
</details>`

/** The page that takes payment for an open session. */
export const paymentPage = (account: Account, session: Session, state: PageState = {}): string => {
  const items = account.checkouts.get(session.id)?.lineItems ?? []
  const interval = intervalOf(items)
  const message = messageOf(state)
  const note = session.custom_text.submit?.message
  const renewal = `You authorise the card to be charged ${totalOf(session)} every ${interval ?? ''} until you cancel.`
  return pageOf(
    `${message ? 'Error: ' : ''}${interval ? 'Subscribe' : 'Pay'}`,
    html`<main class="page wide">
      ${summaryOf(session, items)}
      <section aria-labelledby="how">
        <h2 id="how">Pay with card</h2>
        ${message ? alertOf(message) : null}
        <form method="post" action="/c/pay/${session.id}" novalidate>
          ${fieldsOf(session, state)}
          <button type="submit">${interval ? 'Subscribe and pay' : 'Pay'} ${totalOf(session)}</button>
          ${note ? html`<p class="small">${note}</p>` : null}
          ${interval ? html`<p class="small">${renewal}</p>` : null}
        </form>
        ${cardList}
      </section>
    </main>`,
  )
}

/** The bank's page that asks the cardholder to confirm a payment. */
export const authenticationPage = (session: Session): string =>
  pageOf(
    '3-D Secure',
    html`<main class="page narrow">
      <section aria-labelledby="bank">
        <h1 id="bank">3-D Secure authentication</h1>
        <p>Your bank asks you to confirm a payment of <strong>${totalOf(session)}</strong>.</p>
        <form method="post" action="/c/pay/${session.id}/authenticate">
          <button type="submit" name="answer" value="complete">Complete</button>
          <button type="submit" name="answer" value="fail" class="plain">Fail</button>
        </form>
      </section>
    </main>`,
  )

/** The page of a session that nobody can pay, or of none at all. */
export const closedPage = (title: string, text: string, link?: { href: string; label: string }): string =>
  pageOf(
    title,
    html`<main class="page narrow">
      <section aria-labelledby="closed">
        <h1 id="closed">${title}</h1>
        <p>${text}</p>
        ${link ? html`<p><a href="${link.href}">${link.label}</a></p>` : null}
      </section>
    </main>`,
  )
