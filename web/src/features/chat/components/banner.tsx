import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import styles from '../chat.module.css'

export interface BannerProps {
  readonly title: string
  readonly children: ReactNode
  /** Shows the banner as a success. Default: as information. */
  readonly good?: boolean
}

/** One item in the list of access and session banners. */
export const Banner = ({ title, children, good = false }: BannerProps) => (
  <li className={styles.banner} data-good={good || undefined}>
    <Icon name={good ? 'success' : 'info'} size={22} />
    <div>
      <p className={styles.bannerTitle}>{title}</p>
      {/* A new element for each text, as in LiveText. */}
      <p key={typeof children === 'string' ? children : undefined}>{children}</p>
    </div>
  </li>
)
