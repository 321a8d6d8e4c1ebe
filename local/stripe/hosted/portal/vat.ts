import type { Account } from '../../account/account.ts'
import { html, type Html } from '../html.ts'
import type { PortalSession } from '../../account/objects.ts'

/** Returns whether the configuration of a session lets customers change their VAT number. */
const isOffered = (account: Account, { configuration }: PortalSession): boolean => {
  const update = account.portalConfigurations.get(configuration)?.features.customer_update
  return update?.enabled === true && update.allowed_updates.includes('tax_id')
}

/** Renders the form with the customer's VAT number, or nothing if the configuration does not offer it. */
export const vatSection = (account: Account, session: PortalSession, address: string): Html | null =>
  isOffered(account, session)
    ? html`<section aria-labelledby="vat">
        <h2 id="vat">Billing information</h2>
        <form method="post" action="${address}">
          <label for="vatNumber">VAT number (optional)</label>
          <input
            id="vatNumber"
            name="vatNumber"
            value="${account.taxIds.get(session.customer)?.[0]?.value ?? ''}"
          />
          <button type="submit">Save VAT number</button>
        </form>
      </section>`
    : null

/** Stores the sent VAT number, or removes the stored one if it is empty. Ignores other texts. */
export const saveVatNumber = (account: Account, session: PortalSession, body: string): void => {
  if (!isOffered(account, session)) return
  const value = (new URLSearchParams(body).get('vatNumber') ?? '').replaceAll(/[\s-]/g, '').toUpperCase()
  if (value === '') account.taxIds.delete(session.customer)
  else if (/^GB\d{9}(?:\d{3})?$/.test(value))
    account.taxIds.set(session.customer, [{ type: 'gb_vat', value }])
}
