import type { Account } from '../account.ts'
import { itemOf } from '../billing/subscription.ts'
import { isDebit, testCards } from '../cards.ts'
import { alertOf, cardFields, cardList, messageOf, type CardState } from '../hosted/card-fields.ts'
import { html, pageOf } from '../hosted/html.ts'
import { day } from '../hosted/words.ts'
import { productNameOf } from '../resources/prices.ts'
import type { PortalSession, Subscription } from '../wire.ts'
import { portalAddress } from './overview.ts'

/** The page that asks whether a subscription shall really end. */
export const cancelPage = (account: Account, session: PortalSession, subscription: Subscription): string => {
  const item = itemOf(subscription)
  const name = productNameOf(account, item.price)
  return pageOf(
    'Cancel subscription',
    html`<main class="page narrow">
      <section aria-labelledby="cancel">
        <h1 id="cancel">Cancel your ${name}?</h1>
        <p>
          Your subscription will be cancelled, but it is still available until the end of the period that is
          paid for, on ${day(item.current_period_end)}. If you change your mind, you can renew it until then.
        </p>
        <form method="post" action="${portalAddress(session, `cancel/${subscription.id}`)}">
          <button type="submit">Cancel subscription</button>
        </form>
        <a class="button plain" href="${portalAddress(session)}">Keep subscription</a>
      </section>
    </main>`,
  )
}

const savedWords = {
  ok: 'is saved',
  decline: 'is declined',
  authenticate: 'asks for authentication',
} as const

const savingCards = testCards
  .filter(({ behaviour }) => !isDebit(behaviour))
  .map(({ number, behaviour, saved }) => ({
    number,
    says:
      saved === 'ok' && behaviour !== 'ok' ? 'is saved, and declined when it is charged' : savedWords[saved],
  }))

/** The page that takes a new card; nothing is charged. */
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
          <p class="small">
            All that is due from now on is charged to this card. Nothing is charged when it is saved.
          </p>
        </form>
        ${cardList(savingCards)}
      </section>
    </main>`,
  )
}
