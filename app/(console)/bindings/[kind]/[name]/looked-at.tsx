import { Fact } from '#components/ui/facts.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './binding.module.css'

type Evidence = NonNullable<NonNullable<BindingDetail['cleaning']>['evidence']>

/**
 * Evidence of a cleaning: resources found, deleted and remaining, and when the account was empty.
 */
export function LookedAt({ evidence }: { readonly evidence: Evidence }) {
  const { provider, version, identity, places, found, deleted, from, to, emptyAt } = evidence
  return (
    <>
      <Fact name="Looked at">
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
      <Fact name="Left">
        <Left evidence={evidence} />
      </Fact>
      <Fact name="Found empty">
        {emptyAt.length === 0 ? 'not yet' : emptyAt.map(at => <RelativeTime key={at} at={at} />)}
        <span className={text.muted}>two empty inventories in a row are proof</span>
      </Fact>
    </>
  )
}

function Left({ evidence: { left, leftMore } }: { readonly evidence: Evidence }) {
  if (left.length === 0) return 'nothing'
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
