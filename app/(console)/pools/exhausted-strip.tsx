import { Fragment } from 'react'
import { Strip } from '#components/ui/message.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatCount } from '#lib/util/format.ts'
import { bindingsOfPools } from './pool-bindings.ts'
import { PoolTextLink } from './pool-text-link.tsx'
import { unusableText } from './unusable-text.ts'

/** Names the pools that rules or claims need and that have no usable account. */
export function ExhaustedStrip({ pools }: { readonly pools: readonly PoolRow[] }) {
  const [first] = pools
  if (!first) return null
  const dirty = pools.reduce((sum, { states }) => sum + states.dirty, 0)
  const href = bindingsOfPools(
    pools.filter(({ states }) => states.dirty > 0),
    'dirty',
  )
  return (
    <Strip
      tone="warn"
      action={href !== null && <TextLink href={href}>{formatCount(dirty)} dirty, free once cleaned</TextLink>}
    >
      {pools.length === 1 ? (
        <>
          <PoolTextLink row={first} /> {consequence(first)}
        </>
      ) : (
        <>
          {formatCount(pools.length)} pools that are asked for are exhausted:{' '}
          {pools.map((row, index) => (
            <Fragment key={row.key}>
              {index > 0 && ', '}
              <PoolTextLink row={row} />
            </Fragment>
          ))}
          .
        </>
      )}
    </Strip>
  )
}

function consequence({ shared, accounts, states, unusable }: PoolRow): string {
  if (accounts === 0) return 'has no account at all. Requests for it wait.'
  const causes = unusableText(unusable)
  const of = `0 of ${formatCount(accounts)}${causes === '' ? '' : ` (${causes})`}`
  return shared
    ? `has no ${states.shared > 0 ? 'usable account' : 'account in use'}: ${of}. Requests for it wait.`
    : `has no ${states.free > 0 ? 'usable' : 'free'} account: ${of}. Requests of new global accounts wait.`
}
