'use client'

import { useParameter } from '#components/address/use-parameter.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { useColumnChoice } from '#components/data-table/use-column-choice.ts'
import { SearchBox } from '#components/search/search-box.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Toolbar } from '#components/shell/toolbar.tsx'
import { paths } from '#lib/paths.ts'
import type { SearchField } from '#lib/search/field.ts'
import { ExportLinks } from '../export-links.tsx'
import { NotReadAgain } from '../not-read-again.tsx'
import { ReadFailure } from '../read-failure.tsx'
import { ViewsButton } from '../views/views-button.tsx'
import { AUDIT_COLUMNS } from './audit-columns.tsx'
import { AuditEmpty } from './audit-empty.tsx'
import { AuditFooter } from './audit-footer.tsx'
import { AuditStrips } from './audit-strips.tsx'
import { hitsText, noExportReason, summaryText } from './audit-words.ts'
import { ChainBadge } from './chain-badge.tsx'
import { type OpenedAudit, useAuditRows } from './use-audit-rows.ts'

interface AuditListProps {
  readonly fields: readonly SearchField[]
  /** Null when the database did not answer. */
  readonly opened: OpenedAudit | null
}

/** What was done and what was refused, newest first. */
export function AuditList({ fields, opened }: AuditListProps) {
  const [q, setQ] = useParameter('q')
  const { source, first, error, behind, news, listKey, showNewer, readAgain } = useAuditRows(q, opened)
  const columns = useColumnChoice(AUDIT_COLUMNS)
  const disabledReason = noExportReason(first)
  return (
    <>
      <PageHead
        title="Audit"
        badge={news && <ChainBadge chain={news.chain} />}
        summary={first && summaryText(first)}
        actions={
          <ExportLinks
            hrefOf={format => paths.auditExport({ q, cols: columns.cols, format, upTo: first?.upTo ?? '' })}
            disabledReason={disabledReason}
          />
        }
      />
      {news && <AuditStrips news={news} onShowNewer={showNewer} />}
      <Toolbar>
        <SearchBox label="Search actions" fields={fields} value={q} onChange={setQ} hits={first && hitsText(first)} />
        <ViewsButton page="audit" />
      </Toolbar>
      {error && first && <NotReadAgain error={error} onRetry={readAgain} />}
      {error && !first ? (
        <ReadFailure error={error} onRetry={readAgain} />
      ) : first?.hits === 0 ? (
        <AuditEmpty first={first} fields={fields} q={q} onChange={setQ} />
      ) : (
        <DataTable
          label="Actions"
          columns={columns.shown}
          source={source}
          busy={behind || first === null}
          resetKey={listKey}
          footer={lines => <AuditFooter lines={lines} first={first} columns={columns} />}
        />
      )}
    </>
  )
}
