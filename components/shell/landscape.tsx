import styles from './landscape.module.css'

export interface LandscapeName {
  /** What people call it: "eu-prod". */
  readonly name: string
  /** Namespace of the Gardener project: "garden-kyma-prod". */
  readonly namespace: string
}

/** Which landscape this console shows, always in sight. */
export function Landscape({ name, namespace }: LandscapeName) {
  return (
    <div className={styles.landscape}>
      <span className={styles.label}>Landscape</span>
      <span className={styles.name}>{name}</span>
      <span className={styles.namespace}>{namespace}</span>
    </div>
  )
}
