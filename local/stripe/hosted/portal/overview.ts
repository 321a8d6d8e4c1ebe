import type { Account } from '../../account/account.ts'
import { itemOf } from '../../billing/subscription.ts'
import { defaultCardOf } from '../../billing/set-card.ts'
import { isLive } from '../../billing/subscription.ts'
import { html, pageOf, type Html } from '../html.ts'
import { cardName, day, money } from '../format.ts'
import { productNameOf } from '../../account/product-name.ts'
import type { Invoice, PortalSession, Subscription } from '../../account/objects.ts'
import { vatSection } from './vat.ts'

/** Returns the path of a step of a portal session, e.g. `card`, or of its first page. */
export const portalAddress = (session: PortalSession, step?: string): string =>
  step === undefined ? `/p/session/${session.id}` : `/p/session/${session.id}/${step}`

/** Returns the scheduled end, or undefined if the subscription renews. */
const endOf = (subscription: Subscription): number | undefined =>
  subscription.cancel_at ??
  (subscription.cancel_at_period_end ? itemOf(subscription).current_period_end : undefined)

const stateOf = (subscription: Subscription): string => {
  const end = endOf(subscription)
  if (end !== undefined) return `Cancels on ${day(end)}.`
  if (subscription.status === 'active') return `Renews on ${day(itemOf(subscription).current_period_end)}.`
  return subscription.status === 'incomplete'
    ? 'The first payment is incomplete.'
    : 'The last payment failed. Please pay the open invoice below or change the card.'
}

const priceOf = (subscription: Subscription): string => {
  const { price, quantity } = itemOf(subscription)
  const total = (price.unit_amount ?? 0) * (quantity ?? 1)
  return `${money(total, price.currency)} per ${price.recurring?.interval ?? 'period'}`
}

const subscriptionCard = (account: Account, session: PortalSession, one: Subscription): Html => {
  const name = productNameOf(account, itemOf(one).price)
  const action =
    endOf(one) === undefined
      ? html`<a class="button plain" href="${portalAddress(session, `cancel/${one.id}`)}"
          >Cancel subscription</a
        >`
      : html`<form method="post" action="${portalAddress(session, `resume/${one.id}`)}">
          <button type="submit">Don’t cancel subscription</button>
        </form>`
  return html`<li class="card">
    <h3>${name}</h3>
    <p class="price">${priceOf(one)}</p>
    <p>${stateOf(one)}</p>
    ${action}
  </li>`
}

const statusLabels: Readonly<Record<string, string>> = {
  draft: 'Draft',
  open: 'Due',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void',
}

const invoiceRow = (invoice: Invoice): Html =>
  html`<tr>
    <td>${day(invoice.created)}</td>
    <td>
      ${
        invoice.hosted_invoice_url
          ? html`<a href="${invoice.hosted_invoice_url}">${invoice.number}</a>`
          : (invoice.number ?? 'Not issued yet')
      }
    </td>
    <td>${money(invoice.total, invoice.currency)}</td>
    <td>${statusLabels[invoice.status ?? ''] ?? 'Not issued yet'}</td>
  </tr>`

const invoiceTable = (invoices: readonly Invoice[]): Html =>
  invoices.length === 0
    ? html`<p>There are no invoices yet.</p>`
    : html`<table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Invoice</th>
            <th scope="col">Amount</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          ${invoices.map(invoiceRow)}
        </tbody>
      </table>`

/** Renders the link back to the site, if the session has one. */
const returnLink = (session: PortalSession): Html | null =>
  session.return_url ? html`<a class="back" href="${session.return_url}">← Go back</a>` : null

/** Renders the portal's first page: a customer's subscriptions, card and invoices. */
export const overviewPage = (account: Account, session: PortalSession): string => {
  const isOwn = ({ customer }: { customer: string | null }) => customer === session.customer
  const subscriptions = [...account.subscriptions.values()].filter((one) => isOwn(one) && isLive(one))
  const invoices = [...account.invoices.values()].filter(isOwn).reverse()
  const card = defaultCardOf(account, session.customer)
  return pageOf(
    'Billing',
    html`<main class="page portal">
      <div>
        ${returnLink(session)}
        <h1>Your billing</h1>
      </div>
      <section aria-labelledby="subscriptions">
        <h2 id="subscriptions">Current subscription</h2>
        ${
          subscriptions.length === 0
            ? html`<p>There is no subscription at the moment.</p>`
            : html`<ul class="cards">
                ${subscriptions.map((one) => subscriptionCard(account, session, one))}
              </ul>`
        }
      </section>
      <section aria-labelledby="card">
        <h2 id="card">Payment method</h2>
        <p>${card ? cardName(card) : 'No card is saved.'}</p>
        <a class="button plain" href="${portalAddress(session, 'card')}"
          >${card ? 'Change card' : 'Add a card'}</a
        >
      </section>
      ${vatSection(account, session, portalAddress(session, 'vat'))}
      <section aria-labelledby="invoices">
        <h2 id="invoices">Invoices</h2>
        ${invoiceTable(invoices)}
      </section>
    </main>`,
  )
}
