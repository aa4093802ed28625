import { BindingLink } from '#components/hap/binding-link.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import type { Consolidation } from '#lib/hap/lifecycle/consolidation.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { Holding } from '#lib/queries/global-accounts/global-account-detail.ts'
import { clustersOnTerms } from '#lib/search/shoot-terms.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import styles from './global-account.module.css'
import { findConsolidation } from './holding-panel.tsx'
import { ClusterCount } from './subaccounts-panel.tsx'

/** Accounts that could return to their pools; renders nothing when none could. */
export function AdvicePanel({ holdings }: { readonly holdings: readonly Holding[] }) {
  const advice = holdings.flatMap(holding => {
    const found = findConsolidation(holding)
    return found && (holding.accounts.length > 1 || found.emptied.length > 0) ? [{ holding, found }] : []
  })
  if (advice.length === 0) return null
  return (
    <Panel title="Consolidation">
      {advice.map(({ holding, found }) => (
        <Advice key={holding.key} holding={holding} found={found} />
      ))}
      {advice.some(({ found }) => found.moves > 0) && (
        <p className={styles.note}>Moving a cluster means recreating it. HAP never moves one by itself.</p>
      )}
    </Panel>
  )
}

function MovedOut({ binding, clusters }: { readonly binding: BindingRow | undefined; readonly clusters: number }) {
  const q = binding ? clustersOnTerms(accountKey(binding.account)) : null
  return (
    <>
      <ClusterCount count={clusters} q={q} /> out
    </>
  )
}

function Advice({ holding, found }: { readonly holding: Holding; readonly found: Consolidation }) {
  const { emptied, into } = found
  const bindingOf = (name: string) => holding.accounts.find(({ row }) => row.name === name)?.row
  return (
    <>
      <p className={styles.advice}>
        <span className={text.strong}>{poolName(holding.pool)}</span>: {formatAdvice(found)}
      </p>
      {emptied.length > 0 && (
        <LineList label={`Accounts of ${poolName(holding.pool)} that could return to the pool`}>
          {emptied.map(({ name, clusters }) => {
            const binding = bindingOf(name)
            return (
              <Line key={name} end={clusters === 0 ? 'empty' : <MovedOut binding={binding} clusters={clusters} />}>
                {binding && <BindingLink binding={binding} />}
              </Line>
            )
          })}
          {into.map(({ account: { name }, clusters }) => {
            const binding = bindingOf(name)
            return (
              <Line key={name} end={`${formatCount(clusters)} in`}>
                {binding && <BindingLink binding={binding} />}
              </Line>
            )
          })}
        </LineList>
      )}
    </>
  )
}

/** Describes a consolidation as a sentence. */
export function formatAdvice({ emptied, moves }: Consolidation): string {
  const accounts = formatPlural(emptied.length, 'account')
  if (emptied.length === 0) return 'no account can be emptied: the others have no room for its clusters.'
  if (moves === 0) return `${accounts} without clusters could return to the pool at once.`
  return `${accounts} could return to the pool if ${formatPlural(moves, 'cluster')} moved to the others.`
}
