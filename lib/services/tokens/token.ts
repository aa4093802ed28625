import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { CONSOLE_NAME } from '#lib/auth/reserved-names.ts'
import { parseRole, type Role } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { userIdentityOf } from '#lib/auth/user-identity.ts'
import { userRefusal } from '#lib/auth/user-refusal.ts'
import { tokenTarget } from '#lib/hap/audit/target.ts'
import { attemptDraft, audited, failedOutcome, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import { listUnconfirmedTokens } from './unconfirmed-creators.ts'

/** Columns of a token that are read; its hash is used only to find it. */
export const TOKEN_COLUMNS = {
  id: true,
  name: true,
  role: true,
  start: true,
  creator: true,
  creatorName: true,
  creatorIssuer: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  revokedByName: true,
  lastUsedAt: true,
  mayGrantAccess: true,
  accessGrants: true,
  accessGrantedAt: true,
} as const satisfies Prisma.ApiTokenSelect

type TokenRow = Prisma.ApiTokenGetPayload<{ select: typeof TOKEN_COLUMNS }>

/** A token as lists show it; times are UTC in ISO 8601. */
export interface TokenView {
  readonly id: string
  readonly name: string
  readonly role: Role
  /** Its first characters. */
  readonly start: string
  readonly state: TokenState
  readonly createdBy: string
  readonly creatorIssuer: string | null
  readonly creatorSubject: string
  /**
   * When the identity provider ended the session of the creator of a valid token and has not confirmed the creator since;
   * else null.
   */
  readonly unconfirmedSince: string | null
  readonly createdAt: string
  readonly expiresAt: string
  readonly revokedAt: string | null
  readonly revokedBy: string | null
  /** To the minute; null for never. */
  readonly lastUsedAt: string | null
  /** How often it granted access to clusters. */
  readonly accessGrants: number
  /** Null for never. */
  readonly accessGrantedAt: string | null
  /**
   * Whether it comes from a release in which each token could grant access; the next release ends
   * that.
   */
  readonly mayGrantAccess: boolean
}

const TOKEN_STATES = ['valid', 'expired', 'revoked', 'ended'] as const

/** Revokes tokens with the role of their creator; no user has this name. Such a token is `ended`. */
export const ENDED_BY = CONSOLE_NAME

type TokenState = (typeof TOKEN_STATES)[number]

export function tokenState(
  { revokedAt, revokedByName, expiresAt }: Pick<TokenRow, 'revokedAt' | 'revokedByName' | 'expiresAt'>,
  at: Date,
): TokenState {
  if (revokedAt !== null) return revokedByName === ENDED_BY ? 'ended' : 'revoked'
  return expiresAt <= at ? 'expired' : 'valid'
}

export function tokenView(row: TokenRow, at: Date, unconfirmedSince: Date | null = null): TokenView {
  const { issuer, subject } = userIdentityOf({ id: row.creator, issuer: row.creatorIssuer })
  return {
    id: row.id,
    name: row.name,
    role: parseRole(row.role) ?? 'viewer',
    start: row.start,
    state: tokenState(row, at),
    createdBy: row.creatorName,
    creatorIssuer: issuer,
    creatorSubject: subject,
    unconfirmedSince: unconfirmedSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedBy: row.revokedByName,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    accessGrants: row.accessGrants,
    accessGrantedAt: row.accessGrantedAt?.toISOString() ?? null,
    mayGrantAccess: row.mayGrantAccess,
  }
}

/** Names of the actions on tokens in the audit log. */
export const TOKEN_ENTRIES = { create: 'create token', revoke: 'revoke token' } as const

/** A request about tokens, its user and its dependencies. */
export interface TokenCall {
  readonly store: Store
  readonly audit: AuditLog
  readonly user: User
  readonly requestId: string | null
}

/** The audit record of an attempt. */
export function tokenDraft(
  call: Pick<TokenCall, 'user' | 'requestId'>,
  entry: keyof typeof TOKEN_ENTRIES,
  id: string | null,
): IntentDraft {
  return attemptDraft(TOKEN_ENTRIES[entry], call, id === null ? [] : [tokenTarget(id)])
}

/** Builds the context of a service call on tokens. */
export function buildTokenCall(
  { store, audit }: Pick<TokenCall, 'store' | 'audit'>,
  user: User,
  requestId: string | null,
): TokenCall {
  return { store, audit, user, requestId }
}

/** More than can exist: valid tokens are limited, and old ones are deleted. */
const MAX_LISTED = 1_000

/**
 * Lists all tokens, the newest first. Throws RefusedError for a user who is no admin, StoreError.
 */
export async function listTokens(
  { store, user }: Pick<TokenCall, 'store' | 'user'>,
  at = new Date(store.now()),
): Promise<readonly TokenView[]> {
  const obstacle = userRefusal(user, NEEDED_ROLES.tokens)
  if (obstacle !== null) throw new RefusedError(403, obstacle)
  const [rows, unconfirmed] = await Promise.all([
    store.db.apiToken.findMany({
      select: TOKEN_COLUMNS,
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      take: MAX_LISTED,
    }),
    listUnconfirmedTokens(store),
  ])
  const since = new Map(unconfirmed.map(token => [token.id, token.since]))
  return rows.map(row => tokenView(row, at, since.get(row.id)))
}

/**
 * Revokes a token at once. Throws RefusedError for a user who is no admin, and for a token that is
 * unknown or over; StoreError.
 */
export async function revokeToken(call: TokenCall, id: string, at = new Date(call.store.now())): Promise<TokenView> {
  const { store, audit, user } = call
  const row = await recorded({ audit }, tokenDraft(call, 'revoke', id), async () => {
    const obstacle = userRefusal(user, NEEDED_ROLES.tokens)
    if (obstacle !== null) throw new RefusedError(403, obstacle)
    const isId = /^[\w-]{1,64}$/.test(id)
    const found = isId ? await store.db.apiToken.findUnique({ where: { id }, select: TOKEN_COLUMNS }) : null
    if (found === null) throw new RefusedError(404, 'There is no such token.')
    if (tokenState(found, at) !== 'valid') throw new RefusedError(409, `The token is already ${tokenState(found, at)}.`)
    return found
  })
  const { name, role, start } = row
  const draft = { ...tokenDraft(call, 'revoke', id), targets: [tokenTarget(id, name)], before: { name, role, start } }
  const revoke = async () => {
    const data = { revokedAt: at, revokedByName: user.name }
    // Of concurrent revocations the first one is stored.
    await store.transaction(tx => tx.apiToken.updateMany({ where: { id, revokedAt: null }, data }), {
      isolation: 'read-committed',
    })
    return { outcome: 'accepted' as const, detail: null, result: { ...row, ...data } }
  }
  return tokenView(await audited(audit, draft, revoke, failedOutcome), at)
}
