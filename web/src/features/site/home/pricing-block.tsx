import { planFacts } from '../../../../../shared/values/plans.ts'
import { promises } from '../../../content/home.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Price } from '../../../ui/price.tsx'
import styles from './pricing-block.module.css'
import { offers, type Offer } from './offers.ts'

const OfferCard = ({ plan, per, badge, note, includes, excludes, action, to }: Offer) => (
  <li className={classNames(styles.offer, plan === 'monthly' && styles.first)}>
    <div className={styles.top}>
      <h3>{planFacts[plan].name}</h3>
      {badge ? <Badge tone="brick">{badge}</Badge> : null}
    </div>
    <Price priceMinor={planFacts[plan].priceMinor} per={per} />
    <p className={styles.note}>{note}</p>
    <ul className={styles.includes}>
      {includes.map((item) => (
        <li key={item}>
          <Icon name="check" size={18} />
          {item}
        </li>
      ))}
    </ul>
    {excludes ? <p className={styles.excludes}>{excludes}</p> : null}
    <LinkButton to={to} variant={plan === 'monthly' ? 'primary' : 'secondary'} wide data-app>
      {action}
    </LinkButton>
  </li>
)

/** The three things that can be bought, with all that they cost. */
export const PricingBlock = () => (
  <>
    <ul className={styles.offers}>
      {offers.map((offer) => (
        <OfferCard key={offer.plan} {...offer} />
      ))}
    </ul>
    <ul className={styles.promises}>
      {promises.map((promise) => (
        <li key={promise}>
          <Icon name="check" size={18} />
          {promise}
        </li>
      ))}
    </ul>
  </>
)
