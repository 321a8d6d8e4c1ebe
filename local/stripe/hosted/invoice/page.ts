import { isDebit, testCards } from '../../account/cards.ts'
import { alertOf, cardFields, cardList, messageOf, type CardState } from '../card-fields.ts'
import { html, pageOf, type Html } from '../html.ts'
import { day, money } from '../format.ts'
import type { Invoice, InvoiceLine } from '../../account/objects.ts'

/** Formats the amount due. */
export const amountDue = (invoice: Invoice): string => money(invoice.amount_remaining, invoice.currency)

/** Returns the path of an invoice's page or of its authentication page. */
export const invoiceAddress = (invoice: Invoice, step?: 'authenticate'): string =>
  step === undefined ? `/i/${invoice.id}` : `/i/${invoice.id}/${step}`

const lineRow = (line: InvoiceLine): Html =>
  html` <li>
    <span>${line.description}<br /><small>${day(line.period.start)} – ${day(line.period.end)}</small></span>
    <span>${money(line.amount, line.currency)}</span>
  </li>`

const states: Readonly<Record<string, string>> = {
  open: 'Due',
  paid: 'Paid',
  void: 'Void: nothing to pay',
  uncollectible: 'Written off',
}

/** Shows the part of the total that the customer's balance pays, or the amount that the balance adds to it. */
const appliedBalance = ({ total, amount_due: due, currency }: Invoice): Html | null =>
  due === total ? null : html`<p class="small">Applied balance: ${money(due - total, currency)}</p>`

const summaryOf = (invoice: Invoice): Html =>
  html`<section aria-labelledby="what">
    <h1 id="what">Invoice ${invoice.number}</h1>
    <p class="amount">${money(invoice.total, invoice.currency)}</p>
    <p>${states[invoice.status ?? ''] ?? 'Not issued yet'}</p>
    <p class="small">Billed to ${invoice.customer_email ?? 'the customer'} on ${day(invoice.created)}</p>
    <ul class="items">
      ${invoice.lines.data.map(lineRow)}
    </ul>
    ${invoice.total_taxes?.map(
      ({ amount }) => html`<p class="small">Includes ${money(amount, invoice.currency)} of VAT</p>`,
    )}
    ${appliedBalance(invoice)}
    <p class="total"><span>Left to pay</span><span>${amountDue(invoice)}</span></p>
  </section>`

/** Renders an invoice that is paid, void or written off. */
export const closedPage = (invoice: Invoice): string =>
  pageOf(
    invoice.status === 'paid' ? 'Invoice paid' : 'Invoice',
    html`<main class="page narrow">
      ${invoice.status === 'paid' ? html`<p class="done" role="status">Thank you. This invoice is paid.</p>` : null}
      ${summaryOf(invoice)}
    </main>`,
  )

const cards = testCards.filter(({ behaviour }) => !isDebit(behaviour))

const confirmLink = (invoice: Invoice): Html =>
  html`<p><a href="${invoiceAddress(invoice, 'authenticate')}">Confirm the payment with your bank</a></p>`

/** Renders the payment page of an open invoice. A card that awaits authentication can be confirmed without the form. */
export const payPage = (invoice: Invoice, state: CardState = {}, awaitsAuthentication = false): string => {
  const message = messageOf(state)
  return pageOf(
    `${message ? 'Error: ' : ''}Pay invoice`,
    html`<main class="page wide">
      ${summaryOf(invoice)}
      <section aria-labelledby="how">
        <h2 id="how">Pay with card</h2>
        ${alertOf(message)} ${awaitsAuthentication ? confirmLink(invoice) : null}
        <form method="post" action="${invoiceAddress(invoice)}" novalidate>
          ${cardFields(invoice.customer_email ?? '', state)}
          <button type="submit">Pay ${amountDue(invoice)}</button>
          <p class="small">Future payments for the subscription will be charged to this card too.</p>
        </form>
        ${cardList(cards)}
      </section>
    </main>`,
  )
}
