import { Icon, type IconName } from '#components/ui/icon.tsx'
import text from '#components/ui/text.module.css'
import type { Consequences } from '#lib/queries/allowlist/consequences.ts'
import { NoneOf } from '../unread-sources.tsx'
import styles from './allowlist.module.css'
import { type ConsequenceLine, consequenceLines } from './consequence-lines.ts'

const ICONS: Readonly<Record<ConsequenceLine['tone'], IconName>> = {
  danger: 'error',
  warn: 'warning',
  ok: 'ok',
  none: 'info',
}

/** The consequences of a draft, one per line, worst first. */
export function ConsequenceList({ consequences }: { readonly consequences: Consequences }) {
  const lines = consequenceLines(consequences)
  if (lines.length === 0)
    return <NoneOf what={['bindings', 'shoots']}>No effect on the current global accounts.</NoneOf>
  return (
    <ul className={styles.lines} aria-label="Consequences">
      {lines.map(({ text: words, end, tone }) => (
        <li key={words} className={styles.line}>
          <Icon name={ICONS[tone]} size={14} className={tone === 'none' ? text.muted : text[tone]} />
          <span className={styles.what}>
            <span className={text.strong}>{words}</span> <span className={text.muted}>{end}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
