import styles from './skeleton.module.css'

interface SkeletonProps {
  /** CSS length of the text that it replaces. */
  readonly width: string
  /** Pixels; 10 for a line of text. */
  readonly height?: number
}

/** A grey bar of the final size. What is loading says so itself, once (aria-busy); the bar is silent. */
export function Skeleton({ width, height = 10 }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
}
