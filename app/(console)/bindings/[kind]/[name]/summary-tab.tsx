import { BindingLink } from '#components/hap/binding-link.tsx'
import { StateText } from '#components/hap/binding-state.tsx'
import { KindTag } from '#components/hap/kind-tag.tsx'
import { DetailColumns } from '#components/shell/detail-columns.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { formatCount } from '#lib/util/format.ts'
import { UsesPanel } from '../../../operators/uses/uses-panel.tsx'
import { AccountPanel } from './account-panel.tsx'
import { AnnotationsPanel } from './annotations-panel.tsx'
import { CleaningPanel } from './cleaning-panel.tsx'
import { LabelsPanel } from './labels-panel.tsx'
import { ShootsPanel } from './shoots-panel.tsx'
import { Warnings } from './warnings.tsx'

interface SummaryTabProps {
  readonly detail: BindingDetail
}

/** Warnings first, then the account, its clusters and its labels. */
export function SummaryTab({ detail }: SummaryTabProps) {
  return (
    <DetailColumns
      main={
        <>
          <Warnings detail={detail} />
          <AccountPanel detail={detail} />
          {detail.cleaning && <CleaningPanel cleaning={detail.cleaning} />}
          <ShootsPanel detail={detail} />
          <LabelsPanel labels={detail.labels} />
        </>
      }
      side={
        <>
          <AnnotationsPanel detail={detail} />
          <OthersPanel others={detail.others} />
          <UsesPanel
            used={{ kind: detail.row.kind, name: detail.row.name }}
            all={paths.operators('clusters', { q: `account:${detail.row.name}` })}
          />
        </>
      }
    />
  )
}

/** Other bindings of the same account; renders nothing in the regular case of one binding. */
function OthersPanel({ others }: Pick<BindingDetail, 'others'>) {
  if (others.length === 0) return null
  return (
    <Panel id="others" title="Other bindings of this account" aside={formatCount(others.length)}>
      <LineList label="Other bindings of this account">
        {others.map(({ kind, name, row }) => (
          <Line key={`${kind} ${name}`} end={row ? <StateText state={row.state} /> : 'no HAP labels'}>
            {row ? <BindingLink binding={row} /> : <span className={text.mono}>{name}</span>}
            <KindTag kind={kind} />
          </Line>
        ))}
      </LineList>
    </Panel>
  )
}
