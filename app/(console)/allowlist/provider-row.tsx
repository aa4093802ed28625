import { useId } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import text from '#components/ui/text.module.css'
import type { EffectiveLimit } from '#lib/hap/lifecycle/multi-account.ts'
import type { LimitRow } from '#lib/queries/allowlist/consequences.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { IfRead } from '../unread-sources.tsx'
import styles from './allowlist.module.css'
import { numberProblem } from './draft.ts'

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
          formatLimit(limit)
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

interface NumberCellProps {
  readonly label: string
  readonly showLabel?: boolean
  readonly value: string
  /** Id of the element with the problem, where it does not fit below the field. */
  readonly problemId?: string
  /** Null when the user may not edit: the cell shows the value as text. */
  readonly onChange: ((value: string) => void) | null
}

/** A whole number in a table. Invalid input stays as typed, with the reason. */
export function NumberCell({ label, showLabel = false, value, problemId, onChange }: NumberCellProps) {
  const id = useId()
  const problem = numberProblem(value)
  if (onChange === null) {
    return (
      <span>
        {showLabel && `${label} `}
        {value === '' ? '—' : value}
      </span>
    )
  }
  return (
    <span className={styles.numberCell}>
      {showLabel && (
        <label htmlFor={id} className={styles.numberLabel}>
          {label}
        </label>
      )}
      <input
        id={id}
        aria-label={showLabel ? undefined : label}
        className={styles.number}
        inputMode="numeric"
        autoComplete="off"
        maxLength={16}
        placeholder="—"
        value={value}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem === undefined ? undefined : (problemId ?? `${id}-problem`)}
        onChange={event => onChange(event.target.value)}
      />
      {problem !== undefined && problemId === undefined && <NumberProblem id={`${id}-problem`} problem={problem} />}
    </span>
  )
}

/** Why the input is not a valid number. */
export function NumberProblem({ id, problem }: { readonly id: string; readonly problem: string }) {
  return (
    <span id={id} className={styles.numberProblem}>
      {problem}
    </span>
  )
}

/** The effective limit and its source. */
export function formatLimit({ value, source, setting }: EffectiveLimit): string {
  switch (source) {
    case 'provider':
      return `${formatCount(value)}, set for this provider`
    case 'default':
      return `${formatCount(value)}, from ${setting}`
    case 'unlimited':
      return 'no limit: neither the provider nor the default has one'
    case 'no-config':
      return '0: no limits are configured'
  }
}

/** Warning about a limit, as a sentence; null for none. */
export function limitWarning({ provider, limit, unread, most }: LimitRow): string | null {
  if (unread) {
    const isAlias = limit.source === 'provider' && limit.setting !== `limits.${provider}`
    return isAlias
      ? `limits.${provider} is not read; the provider’s is ${limit.setting}.`
      : `limits.${provider} is read for no provider.`
  }
  if (limit.source === 'default' && most > limit.value)
    return `One account carries ${formatPlural(most, 'cluster')}, and the provider has no limit of its own.`
  return null
}
