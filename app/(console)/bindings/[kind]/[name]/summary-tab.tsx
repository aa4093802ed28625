import { DetailColumns } from '#components/shell/detail-columns.tsx'
import { paths } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { UsesPanel } from '../../../operators/uses/uses-panel.tsx'
import { AccountPanel } from './account-panel.tsx'
import { CleaningPanel } from './cleaning-panel.tsx'
import { LabelsPanel } from './labels-panel.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { OthersPanel } from './others-panel.tsx'
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
          <NotesPanel detail={detail} />
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
