import { Fragment } from 'react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { Outcome } from '#lib/hap/selection/decision.ts'
import styles from './matrix/matrix.module.css'

/** Label and severity of each outcome. */
export const OUTCOME_LABELS: Readonly<
  Record<Outcome['kind'], { readonly label: string; readonly verdict: 'ok' | 'warn' | 'wrong' }>
> = {
  'no-rule': { label: 'no rule', verdict: 'wrong' },
  refused: { label: 'refused', verdict: 'wrong' },
  guard: { label: 'stopped', verdict: 'wrong' },
  wait: { label: 'would wait', verdict: 'warn' },
  claim: { label: 'would claim', verdict: 'ok' },
  reuse: { label: 'would reuse', verdict: 'ok' },
  shared: { label: 'would share', verdict: 'ok' },
}

interface SelectorCellProps {
  readonly selector: string
  /** Command that lists the selected bindings. */
  readonly command: string | null
}

/** A selector to copy as text or as a command. */
export function SelectorCell({ selector, command }: SelectorCellProps) {
  return (
    <span className={styles.selector}>
      <code className={styles.code} data-tip={selector}>
        {selector.split(',').map((requirement, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a requirement has no identity but its place
          <Fragment key={place}>
            {place > 0 && (
              <>
                ,<wbr />
              </>
            )}
            {requirement}
          </Fragment>
        ))}
      </code>
      <CopyButton text={selector} what="selector" />
      {command !== null && <CopyButton text={command} what="kubectl command" icon="action" />}
    </span>
  )
}
