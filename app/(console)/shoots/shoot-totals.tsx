import { Total } from '#components/hap/total.tsx'
import styles from '#components/hap/totals.module.css'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { KNOWN_TO } from '#lib/hap/pools/known-to.ts'
import { INFRASTRUCTURE } from '#lib/hap/pools/shoot.ts'
import type { ShootsView } from '#lib/queries/shoots/list-shoots.ts'
import type { SearchField } from '#lib/search/field.ts'
import { chosenValues } from '#lib/search/toggle-value.ts'
import { KNOWN_WORDS } from './known-words.ts'

interface ShootTotalsProps {
  /** Null while it is read: the line has its height already. */
  readonly view: Pick<ShootsView, 'known' | 'failing'> | null
  readonly q: string
  readonly fields: readonly SearchField[]
  /** Where the rows with a value of a field are listed. */
  readonly hrefOf: (field: string, value: string) => string
}

/** How many clusters Gardener, the database or both know, and how many report errors of their account; each links to its rows. */
export function ShootTotals({ view, q, fields, hrefOf }: ShootTotalsProps) {
  if (view === null) {
    return (
      <div className={styles.totals} aria-hidden="true">
        <span className={styles.total}>
          <Skeleton width="min(560px, 70vw)" />
        </span>
      </div>
    )
  }
  const { known, failing } = view
  const chosen = chosenValues(q, 'known', fields)
  return (
    <ul className={styles.totals} aria-label="Shoots by source">
      {known !== null &&
        KNOWN_TO.map(to => (
          <li key={to}>
            <Total
              mark={<Icon name={KNOWN_WORDS[to].icon} size={12} />}
              count={known[to]}
              words={KNOWN_WORDS[to].total}
              href={hrefOf('known', to)}
              chosen={chosen.includes(to)}
            />
          </li>
        ))}
      <li>
        <Total
          mark={<Icon name="error" size={12} className={cx(failing > 0 && text.danger)} />}
          count={failing}
          words="with infrastructure errors"
          href={hrefOf('error', INFRASTRUCTURE)}
          chosen={chosenValues(q, 'error', fields).includes(INFRASTRUCTURE)}
        />
      </li>
    </ul>
  )
}
