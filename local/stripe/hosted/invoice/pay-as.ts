import type { Account } from '../../account/account.ts'
import { testCardWith, type CardBehaviour } from '../../account/cards.ts'
import { invalid } from '../../account/errors.ts'
import { invoicePage } from './hosted.ts'

/** Pays an open invoice through its page, as the customer does. Throws a StripeError if it stays unpaid. */
export const payInvoiceWithTestCard = (account: Account, id: string, behaviour: CardBehaviour): void => {
  const invoice = account.invoices.get(id)
  const year = new Date(account.now() * 1000).getUTCFullYear() + 5
  const form = new URLSearchParams({
    email: invoice?.customer_email ?? 'payer@customer.example',
    number: testCardWith(behaviour).number,
    expiry: `12/${String(year).slice(-2)}`,
    cvc: '123',
    name: invoice?.customer_name ?? 'Payer',
  })
  if (invoice?.status === 'open') invoicePage(account, 'POST', `/i/${id}`, form.toString())
  if (account.invoices.get(id)?.status !== 'paid') throw invalid(`The invoice ${id} was not paid.`)
}
