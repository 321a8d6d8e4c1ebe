import { planFacts } from '#shared/values/plans.ts'
import { promises } from '#web/content/home.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Price } from '#web/ui/price.tsx'
import { Points } from '#web/ui/points.tsx'
import { unbroken } from '#web/ui/unbroken.tsx'
import styles from './pricing-block.module.css'
import { offers, type Offer } from './offers.ts'

interface HeadingLevel {
  /** Heading level of the card titles. */
  readonly level: 2 | 3
}

const OfferCard = ({
  level,
  plan,
  per,
  badge,
  note,
  includes,
  excludes,
  action,
  to,
}: Offer & HeadingLevel) => {
  const Title = `h${level}` as const
  return (
    <li className={classNames(styles.offer, plan === 'monthly' && styles.first)}>
      <div className={styles.top}>
        <Title className={styles.title}>{planFacts[plan].name}</Title>
        {badge ? <Badge tone="brick">{badge}</Badge> : null}
      </div>
      <Price priceMinor={planFacts[plan].priceMinor} per={per} />
      <p className={styles.note}>{note}</p>
      <Points items={includes} className={styles.includes} />
      {excludes ? <p className={styles.excludes}>{excludes}</p> : null}
      <LinkButton to={to} variant={plan === 'monthly' ? 'primary' : 'secondary'} wide>
        <span>{unbroken(action)}</span>
      </LinkButton>
    </li>
  )
}

/** Cards for the two subscriptions and one-time access, with the full price of each. */
export const PricingBlock = ({ level = 3 }: Partial<HeadingLevel>) => (
  <>
    <ul className={styles.offers}>
      {offers.map((offer) => (
        <OfferCard key={offer.plan} level={level} {...offer} />
      ))}
    </ul>
    <Points items={promises} className={styles.promises} />
  </>
)
