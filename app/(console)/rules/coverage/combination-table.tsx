import { CountLink } from '#components/ui/cell-link.tsx'
import { MoreRows, useFirstRows } from '#components/ui/more-rows.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import type { RequestCombination } from '#lib/hap/analysis/coverage.ts'
import { paths } from '#lib/paths.ts'
import { requestedLikeTerms } from '#lib/search/shoot-terms.ts'
import { useImportedPlans } from '../use-seen-requests.ts'

const COLUMNS = [
  { header: 'Plan' },
  { header: 'Provider' },
  { header: 'Platform region' },
  { header: 'Hyperscaler region' },
  { header: 'Clusters', width: 88, align: 'end' },
  { header: 'Last seen', width: 112 },
  { header: 'Simulator', width: 96 },
] as const

const STEP = 50

interface CombinationTableProps {
  readonly label: string
  readonly combinations: readonly RequestCombination[]
}

/** Lists combinations of request parameters, those with most clusters first. */
export function CombinationTable({ label, combinations }: CombinationTableProps) {
  const { shown, more } = useFirstRows(combinations, STEP)
  // The list of shoots does not know the imported plans, so a link to it would show other clusters.
  const { imported } = useImportedPlans()
  const hrefOf = (one: RequestCombination) => {
    const q = imported === null ? requestedLikeTerms(one) : null
    return q === null ? null : paths.shoots({ q })
  }
  return (
    <>
      <SmallTable label={label} columns={COLUMNS} folding>
        {shown.map(one => (
          <tr key={JSON.stringify([one.plan, one.provider, one.platformRegion, one.hyperscalerRegion])}>
            <th scope="row" className={text.mono}>
              {one.plan}
            </th>
            <td className={text.mono} data-fold="line">
              {one.provider}
            </td>
            <td data-fold="line" data-label="PR">
              {renderRegion(one.platformRegion)}
            </td>
            <td data-fold="line" data-label="HR">
              {renderRegion(one.hyperscalerRegion)}
            </td>
            <td data-align="end" data-fold="line" data-label="clusters">
              <CountLink count={one.clusters} href={hrefOf(one)} label={`clusters of ${one.plan}`} />
            </td>
            <td className={text.muted} data-fold="line">
              {one.lastAt === null ? '—' : <RelativeTime at={new Date(one.lastAt).toISOString()} />}
            </td>
            <td data-fold="aside">
              <TextLink href={paths.simulator(one)}>Open</TextLink>
            </td>
          </tr>
        ))}
      </SmallTable>
      <MoreRows {...more} what="combination" />
    </>
  )
}

function renderRegion(region: string | null) {
  if (region === null) return <span className={text.faint}>not known</span>
  return region === '' ? '—' : <span className={text.mono}>{region}</span>
}
