import { planFacts } from '../../../../../shared/values/plans.ts'
import { promises } from '../../../content/home.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Price } from '../../../ui/price.tsx'
import { Points } from '../../../ui/points.tsx'
import styles from './pricing-block.module.css'
import { offers, type Offer } from './offers.ts'

interface Level {
  /** Level of the cards' titles in the page's outline. */
  readonly level: 2 | 3
}

const OfferCard = ({ level, plan, per, badge, note, includes, excludes, action, to }: Offer & Level) => {
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
        {action}
      </LinkButton>
    </li>
  )
}

/** The three things that can be bought, with all that they cost. */
export const PricingBlock = ({ level = 3 }: Partial<Level>) => (
  <>
    <ul className={styles.offers}>
      {offers.map((offer) => (
        <OfferCard key={offer.plan} level={level} {...offer} />
      ))}
    </ul>
    <Points items={promises} className={styles.promises} />
  </>
)
