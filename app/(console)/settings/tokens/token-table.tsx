import { Button } from '#components/ui/button.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import { formatValue } from '#lib/search/format.ts'
import type { TokenView } from '#lib/services/tokens/token.ts'
import { formatPlural } from '#lib/util/format.ts'

const COLUMNS = [
  { header: 'Name' },
  { header: 'Begins with', width: 104 },
  { header: 'Role', width: 88 },
  { header: 'State', width: 216 },
  { header: 'Created', width: 216 },
  { header: 'Last used', width: 112 },
  { header: 'Granted access', width: 152 },
  { header: 'Revoke', width: 104 },
]

interface TokenTableProps {
  readonly tokens: readonly TokenView[]
  readonly onRevoke: (token: TokenView) => void
}

/** The metadata of each token, never its secret. */
export function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  return (
    <SmallTable label="API tokens" columns={COLUMNS} folding>
      {tokens.map(token => (
        <tr key={token.id}>
          <th scope="row" data-wrap>
            {token.name}
          </th>
          <td data-fold="aside" className={text.mono}>
            {token.start}…
          </td>
          <td data-fold="line">{token.role}</td>
          <td data-fold="line" data-wrap>
            <State token={token} />
          </td>
          <td data-fold="line" data-wrap data-label="created">
            <RelativeTime at={token.createdAt} /> by {token.createdBy}
          </td>
          <td data-fold="line" data-label="last used">
            {token.lastUsedAt === null ? (
              <span className={text.faint}>never</span>
            ) : (
              <RelativeTime at={token.lastUsedAt} />
            )}
          </td>
          <td data-fold="line" data-wrap data-label="granted access">
            <Grants token={token} />
          </td>
          <td data-fold="end">
            <Button
              size="small"
              look="danger-quiet"
              disabledReason={token.state === 'valid' ? null : `The token is ${token.state} already.`}
              aria-label={`Revoke ${token.name}`}
              onClick={() => onRevoke(token)}
            >
              Revoke
            </Button>
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}

/** How often a token granted access to clusters, linked to the audit log. */
function Grants({ token: { name, createdBy, accessGrants, accessGrantedAt } }: { readonly token: TokenView }) {
  if (accessGrantedAt === null) return <span className={text.faint}>never</span>
  const actor = `token ${name} of ${createdBy}`
  return (
    <>
      <TextLink href={paths.audit({ q: `actor:${formatValue(actor)}` })}>{formatPlural(accessGrants, 'time')}</TextLink>
      , <RelativeTime at={accessGrantedAt} />
    </>
  )
}

function State({ token: { state, expiresAt, revokedAt, revokedBy } }: { readonly token: TokenView }) {
  if (revokedAt !== null)
    return (
      <span className={text.muted}>
        revoked <RelativeTime at={revokedAt} /> by {revokedBy}
      </span>
    )
  if (state === 'expired')
    return (
      <span className={text.muted}>
        expired <RelativeTime at={expiresAt} />
      </span>
    )
  return (
    <>
      valid, expires <RelativeTime at={expiresAt} />
    </>
  )
}
