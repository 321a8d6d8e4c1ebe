import type { Account } from '../../account/account.ts'
import { itemOf } from '../../billing/subscription.ts'
import { isDebit, testCards } from '../../account/cards.ts'
import { alertOf, cardFields, cardList, messageOf, type CardState } from '../card-fields.ts'
import { html, pageOf } from '../html.ts'
import { day } from '../format.ts'
import { productNameOf } from '../../account/product-name.ts'
import type { PortalSession, Subscription } from '../../account/objects.ts'
import { portalAddress } from './overview.ts'

/** Renders the page that confirms a cancellation. */
export const cancelPage = (account: Account, session: PortalSession, subscription: Subscription): string => {
  const item = itemOf(subscription)
  const name = productNameOf(account, item.price)
  return pageOf(
    'Cancel subscription',
    html`<main class="page narrow">
      <section aria-labelledby="cancel">
        <h1 id="cancel">Cancel your ${name}?</h1>
        <p>
          Your subscription will be cancelled. You can use it until the end of the period that you have paid
          for, on ${day(item.current_period_end)}. You can renew it until then.
        </p>
        <form method="post" action="${portalAddress(session, `cancel/${subscription.id}`)}">
          <button type="submit">Cancel subscription</button>
        </form>
        <a class="button plain" href="${portalAddress(session)}">Keep subscription</a>
      </section>
    </main>`,
  )
}

const saveOutcomes = {
  ok: 'is saved',
  decline: 'is declined',
  authenticate: 'requires authentication',
} as const

const savingCards = testCards
  .filter(({ behaviour }) => !isDebit(behaviour))
  .map(({ number, behaviour, onSave }) => ({
    number,
    outcome:
      onSave === 'ok' && behaviour !== 'ok' ? 'is saved, but declined when charged' : saveOutcomes[onSave],
  }))

/** Renders the page that saves a new card without a charge. */
export const cardPage = (account: Account, session: PortalSession, state: CardState = {}): string => {
  const message = messageOf(state)
  const email = account.customers.get(session.customer)?.email ?? ''
  return pageOf(
    `${message ? 'Error: ' : ''}Payment method`,
    html`<main class="page narrow">
      <section aria-labelledby="card">
        <a class="back" href="${portalAddress(session)}">← Your billing</a>
        <h1 id="card">Add a payment method</h1>
        ${alertOf(message)}
        <form method="post" action="${portalAddress(session, 'card')}" novalidate>
          ${cardFields(email, state)}
          <button type="submit">Save card</button>
          <p class="small">Future payments will be charged to this card. Saving it does not charge it.</p>
        </form>
        ${cardList(savingCards)}
      </section>
    </main>`,
  )
}
