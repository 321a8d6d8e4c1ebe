import { pounds } from '../../../shared/values/plans.ts'
import styles from './price.module.css'

export interface PriceProps {
  /** Pence. */
  readonly priceMinor: number
  /** What it buys, as it follows the amount: '/month', '/year', ' one time'. */
  readonly per: string
}

/** An amount and what it buys. The whole reads as one text: `£50/month`. */
export const Price = ({ priceMinor, per }: PriceProps) => (
  <p className={styles.price}>
    <span className={styles.amount}>{pounds(priceMinor)}</span>
    {per}
  </p>
)
