import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { formatCount } from '#lib/util/format.ts'
import { NextLook } from '../../../operators/cleaning/next-look.tsx'
import { LookedAt } from './looked-at.tsx'

type Cleaning = NonNullable<BindingDetail['cleaning']>

/** Progress of the cleaning of a released account, with the evidence so far. */
export function CleaningPanel({ cleaning: { row, evidence } }: { readonly cleaning: Cleaning }) {
  const { cleaner, byHand, failures, delays, asked, reason } = row
  return (
    <Panel
      id="cleaning"
      title="Cleaning"
      aside={
        <TextLink href={paths.operators('cleaning', { q: `state:${row.state}` })}>All that are {row.state}</TextLink>
      }
    >
      <Facts>
        <Fact name="Found empty by">
          {cleaner === null ? 'a person, with “Confirm clean”' : `the cleaner for ${cleaner}`}
          {byHand !== null && <span className={text.muted}>{byHand}</span>}
        </Fact>
        {cleaner !== null && (
          <Fact name="Next look">
            <NextLook row={row} />
            {asked !== null && (
              <span className={text.muted}>
                asked for <RelativeTime at={asked} />
              </span>
            )}
          </Fact>
        )}
        {failures > 0 && <Fact name="Failed attempts">{formatCount(failures)}</Fact>}
        {delays > 0 && <Fact name="Failed looks, waited for">{formatCount(delays)}</Fact>}
        {reason !== null && <Fact name="Latest look">{reason}</Fact>}
        {evidence !== null && <LookedAt evidence={evidence} />}
      </Facts>
    </Panel>
  )
}
