import { TraceStep } from '#components/hap/trace.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { PassedOver } from '#lib/store/claims/claim-grounds.ts'
import { formatPlural } from '#lib/util/format.ts'

const COLUMNS = [{ header: 'Account', width: 320 }, { header: 'Reason' }] as const

const REASONS: Readonly<Record<PassedOver['why'], string>> = {
  fenced: 'another operation was running on it',
  'being-taken': 'another claim was about to take it',
  foreign: 'claims of another global account were on it',
  split: 'another binding of it was used otherwise or dirty',
  'in-use': 'a cluster of another global account was running on it',
  full: 'clusters of this global account were on it, as many as it may carry',
  unwritable: 'Gardener refused the write',
}

interface PassedOverStepProps {
  readonly accounts: readonly PassedOver[]
  readonly more: number
}

/** Accounts that no search was to find, although their labels fit. */
export function PassedOverStep({ accounts, more }: PassedOverStepProps) {
  const total = accounts.length + more
  return (
    <TraceStep title="Left out" summary={`${formatPlural(total, 'account')} not available at that moment`}>
      <SmallTable label="Accounts left out" columns={COLUMNS} folding="late">
        {accounts.map(({ account, why }) => (
          <tr key={account}>
            <th scope="row" className={text.mono}>
              {account}
            </th>
            <td className={text.muted} data-fold="line" data-wrap>
              {REASONS[why]}
            </td>
          </tr>
        ))}
      </SmallTable>
      {more > 0 && <p className={text.muted}>and {formatPlural(more, 'more account')}</p>}
    </TraceStep>
  )
}
