import { TenantId } from '#components/hap/tenant-id.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { type Pool, poolName } from '#lib/hap/pools/pool.ts'
import { formatPlural } from '#lib/util/format.ts'
import { listImpactAccounts } from './actions.ts'
import { ListedDialog } from './listed-dialog.tsx'
import { answered, type PageQuestion } from './page-question.ts'
import { RowCount, type ShownRows } from './row-count.tsx'

interface AccountsDialogProps {
  readonly question: PageQuestion
  readonly shown: ShownRows
  /** What is counted: "cluster" or "request". */
  readonly what: string
  readonly onShow: (rows: ShownRows) => void
  readonly onClose: () => void
}

/** The global accounts behind a number, each with its clusters among those rows. */
export function AccountsDialog({ question, shown, what, onShow, onClose }: AccountsDialogProps) {
  const columns = [
    { header: 'Global account', width: 148 },
    { header: `${what[0]?.toUpperCase()}${what.slice(1)}s`, width: 92, align: 'end' as const },
    { header: 'Old pools' },
    { header: 'New pools' },
  ]
  return (
    <ListedDialog
      question={question}
      shown={shown}
      what="global account"
      load={async asked => {
        const { accounts, hits } = await answered(listImpactAccounts(asked))
        return { items: accounts, hits }
      }}
      onClose={onClose}
    >
      {accounts => (
        <SmallTable label="Global accounts" columns={columns}>
          {accounts.map(({ id, clusters, before, after }) => (
            <tr key={id}>
              <th scope="row">
                <TenantId id={id} />
              </th>
              <td data-align="end">
                <RowCount
                  count={clusters}
                  what={what}
                  which={` of ${id}`}
                  rows={{
                    choice: shown.choice,
                    account: id,
                    title: `${formatPlural(clusters, what)} of global account ${id}`,
                  }}
                  onShow={onShow}
                />
              </td>
              <PoolsCell pools={before} />
              <PoolsCell pools={after} />
            </tr>
          ))}
        </SmallTable>
      )}
    </ListedDialog>
  )
}

function PoolsCell({ pools }: { readonly pools: readonly Pool[] }) {
  if (pools.length === 0) return <td className={text.faint}>—</td>
  const names = pools.map(poolName).join(', ')
  return (
    <td className={text.mono} data-tip={names}>
      {names}
    </td>
  )
}
