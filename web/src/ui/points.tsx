import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { unbroken } from './unbroken.tsx'
import styles from './points.module.css'

export interface PointsProps {
  readonly items: readonly string[]
  readonly className?: string | undefined
}

/** A list of features with ticks. */
export const Points = ({ items, className }: PointsProps) => (
  <ul className={classNames(styles.points, className)}>
    {items.map((item) => (
      <li key={item}>
        <Icon name="check" size={18} />
        <span>{unbroken(item)}</span>
      </li>
    ))}
  </ul>
)
