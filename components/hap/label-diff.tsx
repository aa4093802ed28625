import type { ReactNode } from 'react'
import diff from './diff.module.css'
import { DiffLine } from './diff-line.tsx'
import styles from './label-diff.module.css'
import { yamlText } from './yaml-text.ts'

interface LabelLine {
  readonly change: 'added' | 'removed' | 'kept'
  readonly key: string
  readonly value: string
  /** Grey words at the right: "label", "annotation", "stays until it is clean". */
  readonly note?: string
  /** Shows the value without YAML quoting, as for a number. */
  readonly bare?: boolean
}

interface LabelDiffProps {
  /** What is changed: "CredentialsBinding garden-kyma/aws-0031". */
  readonly object?: ReactNode
  readonly version?: string
  readonly lines: readonly LabelLine[]
}

/** What a change does to the labels and annotations of one object, line by line. */
export function LabelDiff({ object, version, lines }: LabelDiffProps) {
  return (
    <div className={diff.diff}>
      {object !== undefined && (
        <div className={styles.object}>
          <span className={styles.name}>{object}</span>
          {version !== undefined && <span className={styles.version}>version {version}</span>}
        </div>
      )}
      <ul>
        {lines.map(({ change, key, value, note, bare }) => (
          <DiffLine
            key={`${change} ${key} ${value}`}
            change={change}
            text={`${key}: ${bare ? value : yamlText(value)}`}
            note={note}
          />
        ))}
      </ul>
    </div>
  )
}
