import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { DecisionView } from '#lib/queries/simulator/simulate.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

type Refused = Extract<DecisionView['outcome'], { kind: 'refused' }>

const REFUSED: Record<Refused['reason'], string> = {
  'unknown-plan': 'No rule can name it, so nothing is searched.',
  'plan-provider': 'Nothing is searched: the pool of one provider cannot serve another.',
  'empty-region': 'Enter the region: nothing is searched without it.',
  'illegal-label': 'Nothing is searched: such a value never gets into a selector.',
  'unnamed-binding': 'Nothing can be placed on it.',
  'own-unusable': 'A claim is answered with 503 until the account can be written again.',
}

/** What the outcome means: the account and how full it gets, or why there is none and what happens then. */
export function Consequence({ decision }: { readonly decision: DecisionView }) {
  const { outcome, pool } = decision
  switch (outcome.kind) {
    case 'reuse':
    case 'claim':
    case 'shared': {
      const { binding, clustersAfter, limit } = outcome
      return (
        <>
          Account{' '}
          <span className={text.mono}>
            {binding.account.namespace}/{binding.account.name}
          </span>
          ,{' '}
          {limit
            ? `${formatCount(clustersAfter)} of ${formatPlural(limit.value, 'cluster')}`
            : formatPlural(clustersAfter, 'cluster')}{' '}
          after this request
        </>
      )
    }
    case 'wait':
      return (
        pool && (
          <>
            It is served as soon as an account of <TextLink href={paths.pool(pool)}>{poolName(pool)}</TextLink> is{' '}
            {pool.shared ? 'usable' : 'free'}.
          </>
        )
      )
    case 'no-rule':
      return 'The request fails: there is no fallback to the rules of another plan.'
    case 'guard':
      return 'This many accounts without a cluster suggest a wrong count, so no more are taken.'
    case 'refused':
      return decision.request.globalAccount === '' && outcome.reason === 'illegal-label'
        ? 'Add a global account.'
        : REFUSED[outcome.reason]
  }
}
