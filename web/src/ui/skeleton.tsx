import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** CSS lengths. */
  readonly width?: string
  readonly height?: string
}

/** Holds the place of what is still on its way. Say in words nearby that something is loading. */
export const Skeleton = ({ width = '100%', height = '1.5rem' }: SkeletonProps) => (
  <span className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
)
