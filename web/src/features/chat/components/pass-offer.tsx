import type { OpeningStatus } from '../../../../../shared/rules/opening-hours.ts'
import { brand } from '../../../../../shared/values/brand.ts'
import { passMinutes, planFacts, pounds, unusedPassDays } from '../../../../../shared/values/plans.ts'
import * as paths from '../../../lib/paths.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/card.tsx'
import { Price } from '../../../ui/price.tsx'
import { Points } from '../../../ui/points.tsx'
import styles from '../chat.module.css'
import { useBuyPass } from '../use-buy-pass.ts'

interface PassOfferProps {
  readonly status: OpeningStatus | undefined
  readonly signedIn: boolean
}

const points = [
  `${passMinutes} minutes with an adviser, extendable in ${passMinutes}-minute blocks`,
  'No account needed: you pay by card and the chat opens',
] as const

/** The one-time pass, for those who have no access, and the plans beside it. */
export const PassOffer = (props: PassOfferProps) => (
  <>
    <PassCard {...props} />
    <Plans />
    <p className={styles.soft}>
      Bought a pass in another browser or on another device? The link in your receipt brings it here.
    </p>
  </>
)

const PassCard = ({ status, signedIn }: PassOfferProps) => {
  const { opening, buy } = useBuyPass(signedIn, 'here')
  return (
    <Card title="One-time chat pass" className={styles.panel}>
      <div className={styles.flow}>
        <Price priceMinor={planFacts['one-time'].priceMinor} per=" one time" />
        <Button size="large" loading={opening} onClick={buy} data-app aria-describedby="pass-hours">
          Buy one-time access
        </Button>
        <noscript>
          <p>The chat needs JavaScript. Without it, please write to {brand.supportEmail}.</p>
        </noscript>
        <p id="pass-hours" className={classNames(styles.soft, styles.passHours)} data-now>
          {status?.isOpen === false
            ? `Passes are sold while advisers are in: the chat ${status.words}.`
            : 'Passes are sold while advisers are in.'}
        </p>
        <Points items={points} />
        <p>
          No time limits apply to waiting: your {passMinutes} minutes begin when an adviser answers your first
          message, not when you pay, and an unused pass keeps for {unusedPassDays} days.
        </p>
        <p className={styles.soft}>
          Live chat advice and direct adviser support only. No guides, templates, documents, videos or
          priority support. You pay on our payment provider's page; we never see your full card details.
        </p>
      </div>
    </Card>
  )
}

const Plans = () => (
  <Card title="Or subscribe" className={styles.panel}>
    <div className={styles.flow}>
      <p>Live chat whenever it is open, tickets at any hour, and the whole member library.</p>
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
