import styles from './skeleton.module.css'

interface SkeletonProps {
  /** CSS length of the text that it replaces. */
  readonly width: string
  /** Pixels; 10 for a line of text. */
  readonly height?: number
}

/**
 * A placeholder of the final size. Hidden from screen readers; the loading element sets aria-busy.
 */
export function Skeleton({ width, height = 10 }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
