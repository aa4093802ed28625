import { shortenId } from '#components/hap/tenant-id.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountDetail } from '#lib/queries/global-accounts/global-account-detail.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

/** Number of subaccounts shown without expanding. */
const SHOWN = 12

/** Subaccounts of the clusters. */
export function SubaccountsPanel({ subaccounts }: Pick<GlobalAccountDetail, 'subaccounts'>) {
  if (subaccounts.length === 0) return null
  const more = subaccounts.slice(SHOWN)
  return (
    <Panel title="Subaccounts" aside={formatCount(subaccounts.length)}>
      <Lines label="Subaccounts" subaccounts={subaccounts.slice(0, SHOWN)} />
      {more.length > 0 && (
        <Disclosure summary={`Show ${formatCount(more.length)} more`}>
          <Lines label="More subaccounts" subaccounts={more} />
        </Disclosure>
      )}
    </Panel>
  )
}

interface LinesProps extends Pick<GlobalAccountDetail, 'subaccounts'> {
  readonly label: string
}

function Lines({ label, subaccounts }: LinesProps) {
  return (
    <LineList label={label}>
      {subaccounts.map(({ id, clusters, q }) => (
        <Line key={id} end={<ClusterCount count={clusters} q={q} />}>
          {id === null ? (
            'without a subaccount'
          ) : (
            <span className={text.row}>
              <span className={text.mono} data-tip={id}>
                {shortenId(id)}
              </span>
              <CopyButton text={id} what={`subaccount ${id}`} />
            </span>
          )}
        </Line>
      ))}
    </LineList>
  )
}

interface ClusterCountProps {
  readonly count: number
  /** Search of the shoots list that selects exactly these clusters; null when none does. */
  readonly q: string | null
}

/** A count such as `3 clusters`, linked to its rows. */
export function ClusterCount({ count, q }: ClusterCountProps) {
  const label = formatPlural(count, 'cluster')
  return q === null ? label : <CellLink href={paths.shoots({ q })}>{label}</CellLink>
}
