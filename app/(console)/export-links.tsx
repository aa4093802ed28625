import { useCommands } from '#components/palette/registered.ts'
import { DownloadLink } from '#components/ui/download-link.tsx'

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
