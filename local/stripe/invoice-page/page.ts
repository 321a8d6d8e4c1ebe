import { isDebit, testCards } from '../cards.ts'
import { alertOf, cardFields, cardList, messageOf, type CardState } from '../hosted/card-fields.ts'
import { html, pageOf, type Html } from '../hosted/html.ts'
import { day, money } from '../hosted/words.ts'
import type { Invoice, InvoiceLine } from '../wire.ts'

/** What is left to pay, in words. */
export const dueOf = (invoice: Invoice): string => money(invoice.amount_remaining, invoice.currency)

/** The address of an invoice's page, or of the bank's page that its payment asks for. */
export const invoiceAddress = (invoice: Invoice, step?: 'authenticate'): string =>
  step === undefined ? `/i/${invoice.id}` : `/i/${invoice.id}/${step}`

const lineRow = (line: InvoiceLine): Html =>
  html` <li>
    <span>${line.description}<br /><small>${day(line.period.start)} – ${day(line.period.end)}</small></span>
    <span>${money(line.amount, line.currency)}</span>
  </li>`

const states: Readonly<Record<string, string>> = {
  open: 'To be paid',
  paid: 'Paid',
  void: 'Void: nothing is to be paid',
  uncollectible: 'Written off',
}

const summaryOf = (invoice: Invoice): Html =>
  html`<section aria-labelledby="what">
    <h1 id="what">Invoice ${invoice.number}</h1>
    <p class="amount">${money(invoice.total, invoice.currency)}</p>
    <p>${states[invoice.status ?? ''] ?? 'Not issued yet'}</p>
    <p class="small">Billed to ${invoice.customer_email ?? 'the customer'} on ${day(invoice.created)}</p>
    <ul class="items">
      ${invoice.lines.data.map(lineRow)}
    </ul>
    <p class="total"><span>Left to pay</span><span>${dueOf(invoice)}</span></p>
  </section>`

/** An invoice that nothing can be paid on: it was paid, or given up. */
export const settledPage = (invoice: Invoice): string =>
  pageOf(
    invoice.status === 'paid' ? 'Invoice paid' : 'Invoice',
    html`<main class="page narrow">
      ${invoice.status === 'paid' ? html`<p class="done" role="status">Thank you. This invoice is paid.</p>` : null}
      ${summaryOf(invoice)}
    </main>`,
  )

const cards = testCards.filter(({ behaviour }) => !isDebit(behaviour))

/** The page that takes payment of an open invoice. */
export const payPage = (invoice: Invoice, state: CardState = {}): string => {
  const message = messageOf(state)
  return pageOf(
    `${message ? 'Error: ' : ''}Pay invoice`,
    html`<main class="page wide">
      ${summaryOf(invoice)}
      <section aria-labelledby="how">
        <h2 id="how">Pay with card</h2>
        ${alertOf(message)}
        <form method="post" action="${invoiceAddress(invoice)}" novalidate>
          ${cardFields(invoice.customer_email ?? '', state)}
          <button type="submit">Pay ${dueOf(invoice)}</button>
          <p class="small">Later payments of the subscription are charged to this card as well.</p>
        </form>
        ${cardList(cards)}
      </section>
    </main>`,
  )
}
