import { Fragment, type MouseEvent } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import text from '#components/ui/text.module.css'
import type { Command } from './command.ts'
import styles from './command-option.module.css'

interface CommandOptionProps {
  readonly id: string
  readonly command: Command
  readonly active: boolean
  /** The pointer moved over it. */
  readonly onPoint: () => void
  /** `elsewhere`: in a new tab. */
  readonly onChoose: (elsewhere: boolean) => void
}

/** One line of the palette: drawing, name, and at the right end what it belongs to or why it cannot be done. */
export function CommandOption({ id, command, active, onPoint, onChoose }: CommandOptionProps) {
  const { label, mono, detail, note, keys = [], icon, mark, danger, disabledReason } = command
  const off = typeof disabledReason === 'string'
  const choose = (event: MouseEvent) => onChoose(event.ctrlKey || event.metaKey)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box keeps the focus and has the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={off || undefined}
      className={cx(styles.option, off && styles.off)}
      onPointerMove={active ? undefined : onPoint}
      onPointerDown={event => event.preventDefault()}
      onClick={choose}
    >
      <span className={styles.mark}>{mark ?? (icon && <Icon name={icon} size={14} />)}</span>
      <span className={styles.words}>
        <span className={cx(styles.label, mono && styles.name, mono && text.mono, danger && !off && styles.danger)}>
          {label}
        </span>{' '}
        {detail !== undefined && <span className={cx(styles.detail, text.mono)}>{detail}</span>}{' '}
      </span>
      <span className={styles.note}>{off ? disabledReason : note}</span>
      <span className={styles.keys}>
        {keys.map((key, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice
          <Fragment key={at}>
            <Kbd>{key}</Kbd>{' '}
          </Fragment>
        ))}
      </span>
      <span className={styles.key} aria-hidden="true">
        {active && !off && <Kbd>↵</Kbd>}
      </span>
    </div>
  )
}
