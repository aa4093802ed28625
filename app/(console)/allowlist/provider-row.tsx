import { useId } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import text from '#components/ui/text.module.css'
import type { LimitRow } from '#lib/queries/allowlist/consequences.ts'
import { formatCount } from '#lib/util/format.ts'
import { IfRead } from '../unread-sources.tsx'
import styles from './allowlist.module.css'
import { numberProblem } from './draft.ts'
import { limitWarning, limitWords } from './limit-words.ts'
import { NumberCell, NumberProblem } from './number-cell.tsx'

/** A provider; `limit` is null until the server has returned it. */
type Row = Omit<LimitRow, 'limit'> & { readonly limit: LimitRow['limit'] | null }

interface ProviderRowProps {
  readonly row: Row
  readonly value: string
  /** Null when the user may not edit. */
  readonly onChange: ((value: string) => void) | null
}

export function ProviderRow({ row, value, onChange }: ProviderRowProps) {
  const { provider, limit, accounts, most } = row
  const warning = limit && limitWarning({ ...row, limit })
  const problemId = useId()
  const problem = numberProblem(value)
  return (
    <tr>
      <th scope="row" className={text.mono}>
        {provider}
      </th>
      <td data-fold="aside">
        <NumberCell label={`Limit of ${provider}`} value={value} problemId={problemId} onChange={onChange} />
      </td>
      <td data-fold="line" data-wrap>
        {problem !== undefined ? (
          <NumberProblem id={problemId} problem={problem} />
        ) : limit === null ? (
          <span className={text.faint}>not set yet</span>
        ) : (
          limitWords(limit)
        )}
        {problem === undefined && warning && (
          <span className={cx(styles.warning, text.warn)}>
            <Icon name="warning" size={14} /> {warning}
          </span>
        )}
      </td>
      <td data-align="end" data-fold="line" data-label="accounts">
        <IfRead what="bindings">{formatCount(accounts)}</IfRead>
      </td>
      <td data-align="end" data-fold="line" data-label="most clusters">
        {accounts === 0 ? '—' : <IfRead what="shoots">{formatCount(most)}</IfRead>}
      </td>
    </tr>
  )
}
