'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { findNamesakes, UserName } from '#components/hap/user-name.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Message } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { showToast } from '#components/ui/toast.tsx'
import { UNCONFIRMED_HELP } from '#lib/auth/api-token.ts'
import { paths } from '#lib/paths.ts'
import { formatValue } from '#lib/search/format.ts'
import type { ShownToken } from '#lib/services/tokens/create-token.ts'
import type { TokenView } from '#lib/services/tokens/token.ts'
import { formatPlural } from '#lib/util/format.ts'
import styles from '../settings.module.css'
import { CreateDialog, CreatedDialog, RevokeDialog } from './token-dialogs.tsx'

interface TokensPanelProps {
  readonly tokens: readonly TokenView[]
  /** Name of the signed-in user, as the audit log records it. */
  readonly actor: string
  /** Why the user has to sign in again before creating a token; null when not required. */
  readonly signIn: string | null
  /** Whether tokens may grant access to clusters; null = only tokens of an earlier release may. */
  readonly grantsAccess: boolean | null
  /** Names of valid tokens whose creator is no longer an admin. */
  readonly ofFormerAdmins: readonly string[]
}

type Open =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'made'; readonly made: ShownToken }
  | { readonly dialog: 'revoke'; readonly token: TokenView }

/** All tokens, with the dialogs that create and revoke one. */
export function TokensPanel({ tokens, actor, signIn, grantsAccess, ofFormerAdmins }: TokensPanelProps) {
  const router = useRouter()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const valid = tokens.filter(({ state }) => state === 'valid').length
  const deprecated = tokens.filter(
    ({ state, accessGrants, mayGrantAccess }) =>
      grantsAccess === null && state === 'valid' && accessGrants > 0 && mayGrantAccess,
  )
  const unconfirmed = tokens.filter(({ unconfirmedSince }) => unconfirmedSince !== null)
  const revoked = ({ name }: TokenView) => {
    close()
    showToast({ text: `Token ${name} is revoked.` })
    router.refresh()
  }
  const made = (token: ShownToken) => {
    setOpen({ dialog: 'made', made: token })
    router.refresh()
  }
  return (
    <>
      <PageHead
        title="API tokens"
        summary={`${formatPlural(valid, 'valid token')}. Scripts send one as "Authorization: Bearer" to /api/v1.`}
        actions={
          <Button look="primary" onClick={() => setOpen({ dialog: 'create' })}>
            Create token
          </Button>
        }
      />
      <div className={styles.panels}>
        {deprecated.length > 0 && (
          <Message tone="warn">
            {deprecated.map(({ name }) => name).join(', ')} granted access to clusters. From the next release, tokens
            require HAP_TOKENS_GRANT_ACCESS=on for this. Set it, or grant access as a signed-in user.
          </Message>
        )}
        {ofFormerAdmins.length > 0 && (
          <Message tone="warn">
            {ofFormerAdmins.join(', ')} {ofFormerAdmins.length === 1 ? 'was' : 'were'} created by users who are no
            longer admins. Revoke such tokens, or set HAP_TOKENS_END_WITH_ROLE=on, which ends them within a minute.
          </Message>
        )}
        {unconfirmed.length > 0 && (
          <Message tone="warn">
            The identity provider no longer confirms the creators of {unconfirmed.map(({ name }) => name).join(', ')}.{' '}
            {UNCONFIRMED_HELP}
          </Message>
        )}
        <Panel title="Tokens" aside="Expired and revoked tokens are listed for 90 days">
          {tokens.length === 0 ? (
            <NoLines>No tokens yet.</NoLines>
          ) : (
            <TokenTable tokens={tokens} onRevoke={token => setOpen({ dialog: 'revoke', token })} />
          )}
        </Panel>
      </div>
      {open?.dialog === 'create' && <CreateDialog actor={actor} signIn={signIn} onMade={made} onClose={close} />}
      {open?.dialog === 'made' && <CreatedDialog made={open.made} onClose={close} />}
      {open?.dialog === 'revoke' && (
        <RevokeDialog token={open.token} actor={actor} onRevoked={() => revoked(open.token)} onClose={close} />
      )}
    </>
  )
}

const COLUMNS = [
  { header: 'Name' },
  { header: 'Prefix', width: 104 },
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
function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const namesakes = findNamesakes(tokens.map(creatorOf))
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
            <RelativeTime at={token.createdAt} /> by{' '}
            <UserName user={creatorOf(token)} showsSubject={namesakes.has(token.createdBy)} />
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
              disabledReason={token.state === 'valid' ? null : `The token is already ${token.state}.`}
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

function creatorOf({ createdBy, creatorIssuer, creatorSubject }: TokenView) {
  return { name: createdBy, issuer: creatorIssuer, subject: creatorSubject }
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

function State({ token: { state, expiresAt, revokedAt, revokedBy, unconfirmedSince } }: { readonly token: TokenView }) {
  if (state === 'ended' && revokedAt !== null)
    return (
      <span className={text.muted}>
        ended <RelativeTime at={revokedAt} />, because its creator is no longer an admin
      </span>
    )
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
      {unconfirmedSince !== null && (
        <div className={text.muted}>
          creator not confirmed since <RelativeTime at={unconfirmedSince} />
        </div>
      )}
    </>
  )
}
