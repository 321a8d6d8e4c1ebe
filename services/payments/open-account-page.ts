import type { Plan } from '#shared/values/plans.ts'
import type { Account } from '#platform/account/account.ts'
import type { CustomerRepository } from './customer.repository.ts'
import { linkCustomer } from './link-customer.ts'
import {
  type Buyer,
  type CheckoutPageDependencies,
  openCheckoutPage,
  openFirstPage,
  type Page,
} from './open-checkout-page.ts'
import { withPrice } from './with-price.ts'

export type AccountPageDependencies = CheckoutPageDependencies & { readonly customers: CustomerRepository }

/**
 * Updates a new customer if the details of the account have changed since. `copy-account-details` may have run before
 * the customer was linked, and does not copy them again.
 */
const updateIfChanged = async (
  { profile: { user_id: userId, details_changed_at: changedAt } }: Account,
  customerId: string,
  { customers, stripe }: AccountPageDependencies,
): Promise<void> => {
  const current = await customers.find(userId)
  if (current !== undefined && current.profile.details_changed_at !== changedAt)
    await stripe.updateCustomer(customerId, current.profile)
}

/**
 * Opens the payment page of an account. Creates its customer at Stripe if it has none.
 *
 * @param check returns why the customer cannot buy now. Not called for the first page of a customer that this request
 * has linked, because a customer without an earlier page has bought nothing. Called if another request has reserved a
 * page in the meantime, because that page may have been paid for
 */
export const openAccountPage = <Rejection = never>(
  account: Account,
  { plan, now }: { readonly plan: Plan; readonly now: Date },
  deps: AccountPageDependencies,
  check: (customerId: string) => Promise<Rejection | undefined> = async () => undefined,
): Promise<Page | Rejection> =>
  withPrice(plan, deps.stripe, async () => {
    const {
      user_id: userId,
      stripe_customer_id: known,
      details_changed_at: detailsChangedAt,
    } = account.profile
    const customerId = known ?? (await deps.stripe.createCustomer(account.profile))
    const buyer: Buyer = { userId, customerId, detailsChangedAt, plan, now }
    if (known === undefined) {
      const first = await openFirstPage(buyer, deps)
      if (first !== undefined) return first
      await linkCustomer(userId, customerId, deps)
      await updateIfChanged(account, customerId, deps)
    }
    return (await check(customerId)) ?? openCheckoutPage(buyer, deps)
  })
