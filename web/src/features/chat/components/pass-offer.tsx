import type { OpeningStatus } from '#shared/rules/opening-hours.ts'
import { brand } from '#shared/values/brand.ts'
import { passMinutes, planFacts, pounds, unusedPassDays } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import { OrderTerms } from '#web/components/order-terms.tsx'
import { SignInLink } from '#web/components/sign-in-link.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Card } from '#web/ui/card.tsx'
import { Price } from '#web/ui/price.tsx'
import { Points } from '#web/ui/points.tsx'
import { unbroken } from '#web/ui/unbroken.tsx'
import styles from '../chat.module.css'
import { useBuyPass } from '../use-buy-pass.ts'

interface PassOfferProps {
  readonly status: OpeningStatus | undefined
  readonly signedIn: boolean
}

const points = [
  `${passMinutes} minutes with an adviser, extendable in ${passMinutes}-minute blocks`,
  'No account needed: pay on our payment provider’s page and the chat opens',
] as const

/** Offers the one-time pass and the subscriptions to visitors without access. */
export const PassOffer = (props: PassOfferProps) => (
  <>
    <PassCard {...props} />
    <Plans />
    <p className={styles.soft}>
      Bought a pass in another browser or on another device? Open the link in the email about your pass to use
      it here.
    </p>
  </>
)

const PassCard = ({ status, signedIn }: PassOfferProps) => {
  const { opening, buy } = useBuyPass(signedIn, 'here')
  return (
    <Card title="One-time chat pass" className={styles.panel}>
      <div className={styles.flow}>
        <Price priceMinor={planFacts['one-time'].priceMinor} per=" one time" />
        <OrderTerms plan="one-time" id="pass-terms" />
        <Button
          size="large"
          loading={opening}
          onClick={buy}
          data-app
          aria-describedby="pass-hours pass-terms"
        >
          <span>{unbroken('Buy one-time access')}</span>
        </Button>
        <noscript>
          <p>The chat needs JavaScript. If you can’t switch it on, please email {brand.supportEmail}.</p>
        </noscript>
        <p id="pass-hours" className={classNames(styles.soft, styles.passHours)} data-now>
          {status?.isOpen === false
            ? `You can buy a pass while the chat is open. The chat ${status.words}.`
            : 'You can buy a pass while the chat is open.'}
        </p>
        {signedIn ? null : (
          <p>
            Already a member, or bought a pass with your account?{' '}
            {/* Without the query of the page, which may open the chat or report a failed link. */}
            <SignInLink returnTo={paths.liveChat} />
          </p>
        )}
        <Points items={points} />
        <p>
          No time limits apply while you wait for an adviser. Your {passMinutes} minutes start when an adviser
          answers your first message, not when you pay. An unused pass expires after {unusedPassDays} days.
        </p>
        <p className={styles.soft}>
          Live chat advice and direct adviser support only. No guides, templates, documents, videos or
          priority support.
        </p>
      </div>
    </Card>
  )
}

const Plans = () => (
  <Card title="Or subscribe" className={styles.panel}>
    <div className={styles.flow}>
      <p>
        Use live chat whenever it’s open, submit tickets outside chat hours, and use the whole member library.
      </p>
      <ul className={styles.plans}>
        {(['monthly', 'annual'] as const).map((plan) => (
          <li key={plan}>
            <Price priceMinor={planFacts[plan].priceMinor} per={`/${planFacts[plan].per}`} />
            <LinkButton to={`${paths.subscribe}?plan=${plan}`} variant="secondary">
              Subscribe {plan === 'monthly' ? 'monthly' : 'annually'}
            </LinkButton>
          </li>
        ))}
      </ul>
      <p className={styles.soft}>
        The annual plan saves {pounds(12 * planFacts.monthly.priceMinor - planFacts.annual.priceMinor)} a
        year. Cancel anytime.
      </p>
    </div>
  </Card>
)
