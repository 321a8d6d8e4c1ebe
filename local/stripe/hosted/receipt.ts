import type { Account } from '../account/account.ts'
import { day, money } from './format.ts'
import { html, pageOf } from './html.ts'
import { messagePage, show, type PageResponse } from './page-response.ts'

/** Shows the receipt of a charge: `/r/<charge>`. */
export const receiptPage = (account: Account, _method: string, path: string): PageResponse => {
  const charge = account.charges.get(path.slice('/r/'.length))
  if (!charge?.receipt_url)
    return show(messagePage('Page not found', 'There is no receipt at this address.'), 404)
  const { amount, amount_refunded: refunded, currency, created, description } = charge
  const card = charge.payment_method_details?.card
  return show(
    pageOf(
      'Receipt',
      html`<main class="page narrow">
        <h1>Receipt</h1>
        <p class="amount">${money(amount, currency)}</p>
        <p>${description ?? 'Payment'}, ${charge.paid ? 'paid' : 'pending'} on ${day(created)}</p>
        ${card ? html`<p>${card.brand} ending in ${card.last4}</p>` : null}
        ${refunded > 0 ? html`<p>Refunded: ${money(refunded, currency)}</p>` : null}
      </main>`,
    ),
  )
}
