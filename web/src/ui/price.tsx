import { pounds } from '#shared/values/plans.ts'
import styles from './price.module.css'

export interface PriceProps {
  /** In pence. */
  readonly priceMinor: number
  /** The text after the amount: '/month', '/year', ' one time'. */
  readonly per: string
}

/** A price and its period, which read as one text: `£50/month`. */
export const Price = ({ priceMinor, per }: PriceProps) => (
  <p className={styles.price}>
    <span className={styles.amount}>{pounds(priceMinor)}</span>
    <wbr />
    {per}
  </p>
)
