import { Icon } from '#components/ui/icon.tsx'
import { formatTerm } from '#lib/search/format.ts'
import type { Term } from '#lib/search/term.ts'
import styles from './search-box.module.css'

/** A recognised term of a search, with the button that drops it. */
export function Chip({ term, onRemove }: { readonly term: Term; readonly onRemove: () => void }) {
  const text = formatTerm(term)
  const [, head = '', value = text] = /^(-?(?:[A-Za-z][A-Za-z0-9-]*:)?)(.*)$/s.exec(text) ?? []
  return (
    <span className={styles.chip}>
      <span className={styles.chipText}>
        <span className={styles.chipHead}>{head}</span>
        {value}
      </span>
      <button type="button" className={styles.remove} aria-label={`Remove ${text}`} onClick={onRemove}>
        <Icon name="close" size={12} />
      </button>
    </span>
  )
}
