import { Fact, Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { formatCount } from '#lib/util/format.ts'
import { NextLook } from '../../../operators/cleaning/next-look.tsx'
import styles from './binding.module.css'

type Cleaning = NonNullable<BindingDetail['cleaning']>

/** Progress of the cleaning of a released account, with the evidence so far. */
export function CleaningPanel({ cleaning: { row, evidence } }: { readonly cleaning: Cleaning }) {
  const { cleaner, byHand, failures, delays, asked, reason } = row
  return (
    <Panel
      id="cleaning"
      title="Cleaning"
      aside={
        <TextLink href={paths.operators('cleaning', { q: `state:${row.state}` })}>All {row.state} accounts</TextLink>
      }
    >
      <Facts>
        <Fact name="Verified by">
          {cleaner === null ? 'manual check (Confirm clean)' : `the ${cleaner} cleaner`}
          {byHand !== null && <span className={text.muted}>{byHand}</span>}
        </Fact>
        {cleaner !== null && (
          <Fact name="Next check">
            <NextLook row={row} />
            {asked !== null && (
              <span className={text.muted}>
                requested <RelativeTime at={asked} />
              </span>
            )}
          </Fact>
        )}
        {failures > 0 && <Fact name="Failed attempts">{formatCount(failures)}</Fact>}
        {delays > 0 && <Fact name="Failed checks">{formatCount(delays)}</Fact>}
        {reason !== null && <Fact name="Last check">{reason}</Fact>}
        {evidence !== null && <EvidenceFacts evidence={evidence} />}
      </Facts>
    </Panel>
  )
}

type Evidence = NonNullable<NonNullable<BindingDetail['cleaning']>['evidence']>

/**
 * Evidence of a cleaning: resources found, deleted and remaining, and when the account was empty.
 */
function EvidenceFacts({ evidence }: { readonly evidence: Evidence }) {
  const { provider, version, identity, places, found, deleted, from, to, emptyAt } = evidence
  return (
    <>
      <Fact name="Checked as">
        <span className={text.mono}>{identity}</span>
        <span className={text.muted}>
          {places.join(', ')}; {provider} cleaner {version}
        </span>
      </Fact>
      <Fact name="Found">
        {found}
        <span className={text.muted}>
          <RelativeTime at={from} />
        </span>
      </Fact>
      <Fact name="Deleted">
        {deleted}
        <span className={text.muted}>
          until <RelativeTime at={to} />
        </span>
      </Fact>
      <Fact name="Remaining">
        <Remaining evidence={evidence} />
      </Fact>
      <Fact name="Found empty">
        {emptyAt.length === 0 ? 'not yet' : emptyAt.map(at => <RelativeTime key={at} at={at} />)}
        <span className={text.muted}>requires two empty inventories in a row</span>
      </Fact>
    </>
  )
}

function Remaining({ evidence: { left, leftMore } }: { readonly evidence: Evidence }) {
  if (left.length === 0) return 'none'
  return (
    <ul className={styles.left}>
      {left.map(({ what, why }) => (
        <li key={what}>
          {what} <span className={text.muted}>{why}</span>
        </li>
      ))}
      {leftMore > 0 && <li className={text.muted}>and {formatCount(leftMore)} more</li>}
    </ul>
  )
}
