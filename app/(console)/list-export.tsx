import { useCommands } from '#components/palette/commands.ts'
import { DownloadLink } from '#components/ui/button.tsx'
import { incompleteListReason } from '#lib/hap/csv.ts'
import type { Listed } from '#lib/queries/health.ts'

interface ExportLinksProps {
  hrefOf(format: 'csv' | 'json'): string
  /** Why the export is unavailable, as a sentence. */
  readonly disabledReason?: string | null
}

/** Exports all rows that match the search of a list. */
export function ExportLinks({ hrefOf, disabledReason = null }: ExportLinksProps) {
  const files = (['csv', 'json'] as const).map(format => ({
    label: `Export ${format.toUpperCase()}`,
    href: hrefOf(format),
  }))
  useCommands({
    scope: 'page',
    heading: 'This list',
    commands: files.map(({ label, href }) => ({
      id: label,
      label,
      icon: 'download',
      disabledReason,
      act: { download: href },
    })),
  })
  return files.map(({ label, href }) => (
    <DownloadLink key={label} href={href} disabledReason={disabledReason}>
      {label}
    </DownloadLink>
  ))
}

interface Answer {
  /** Null when the rows were not counted. */
  readonly hits: number | null
  readonly errors: readonly unknown[]
}

/** Why a list cannot be exported, as a sentence; null when it can. */
export function noListExportReason(list: Answer | null | undefined): string | null {
  return ofAnswer(list, () => null)
}

/**
 * The same for a list of `rows` from Gardener. Refuses an incomplete inventory, because a partial
 * export would look complete.
 */
export function noInventoryExportReason<List extends Answer & { readonly unread: readonly Listed[] }>(
  list: List | null | undefined,
  rows: Listed,
  database?: (list: List) => boolean,
): string | null {
  return ofAnswer(list, answer => incompleteListReason({ rows, unread: answer.unread, database: database?.(answer) }))
}

function ofAnswer<List extends Answer>(
  list: List | null | undefined,
  partOf: (list: List) => string | null,
): string | null {
  if (!list) return 'The list has not loaded yet.'
  if (list.errors.length > 0) return 'Invalid search.'
  return partOf(list) ?? (list.hits === 0 ? 'Nothing to export.' : null)
}
