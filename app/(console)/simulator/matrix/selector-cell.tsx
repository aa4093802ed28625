import { Fragment } from 'react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import styles from './matrix.module.css'

interface SelectorCellProps {
  readonly selector: string
  /** Lists what it finds. */
  readonly command: string | null
}

/** A selector that can be copied alone and as a command. */
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
