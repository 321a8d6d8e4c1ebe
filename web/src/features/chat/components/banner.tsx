import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import styles from '../chat.module.css'

export interface BannerProps {
  readonly title: string
  readonly children: ReactNode
  /** Something is as it should be; otherwise it is only to be known. */
  readonly good?: boolean
}

/** One line of how the visitor stands. Several stand below each other in one frame. */
export const Banner = ({ title, children, good = false }: BannerProps) => (
  <li className={styles.banner} data-good={good || undefined}>
    <Icon name={good ? 'success' : 'info'} size={22} />
    <div>
      <p className={styles.bannerTitle}>{title}</p>
      <p>{children}</p>
    </div>
  </li>
)
