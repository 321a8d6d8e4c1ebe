import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** Width and height are CSS lengths. */
  readonly width?: string
  readonly height?: string
}

/** A placeholder for content that is loading. A text nearby must say that it is loading. */
export const Skeleton = ({ width = '100%', height = '1.5rem' }: SkeletonProps) => (
  <span className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
)
