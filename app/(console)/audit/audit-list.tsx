'use client'

import { useParameter } from '#components/address/use-parameter.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { SearchBox } from '#components/search/search-box.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Toolbar } from '#components/shell/toolbar.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { paths } from '#lib/paths.ts'
import type { SearchField } from '#lib/search/field.ts'
import { NotReadAgain } from '../not-read-again.tsx'
import { ReadFailure } from '../read-failure.tsx'
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
  const disabledReason = noExportReason(first)
  return (
    <>
      <PageHead
        title="Audit"
        badge={news && <ChainBadge chain={news.chain} />}
        summary={first && summaryText(first)}
        actions={(['csv', 'json'] as const).map(format => (
          <DownloadLink
            key={format}
            href={paths.auditExport({ q, format, upTo: first?.upTo ?? '' })}
            disabledReason={disabledReason}
          >
            Export {format.toUpperCase()}
          </DownloadLink>
        ))}
      />
      {news && <AuditStrips news={news} onShowNewer={showNewer} />}
      <Toolbar>
        <SearchBox label="Search actions" fields={fields} value={q} onChange={setQ} hits={first && hitsText(first)} />
      </Toolbar>
      {error && first && <NotReadAgain error={error} onRetry={readAgain} />}
      {error && !first ? (
        <ReadFailure error={error} onRetry={readAgain} />
      ) : first?.hits === 0 ? (
        <AuditEmpty first={first} fields={fields} q={q} onChange={setQ} />
      ) : (
        <DataTable
          label="Actions"
          columns={AUDIT_COLUMNS}
          source={source}
          busy={behind || first === null}
          resetKey={listKey}
          footer={lines => <AuditFooter lines={lines} first={first} />}
        />
      )}
    </>
  )
}
