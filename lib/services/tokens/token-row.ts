import type { Role } from '#lib/auth/roles.ts'
import { parseRole } from '#lib/auth/roles.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'

/** Columns of a token that are read; its hash is only asked for. */
export const TOKEN_COLUMNS = {
  id: true,
  name: true,
  role: true,
  start: true,
  creator: true,
  creatorName: true,
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
  readonly createdAt: string
  readonly expiresAt: string
  readonly revokedAt: string | null
  readonly revokedBy: string | null
  /** To the minute; null = never. */
  readonly lastUsedAt: string | null
  /** How often it granted access to clusters. */
  readonly accessGrants: number
  /** Null = never. */
  readonly accessGrantedAt: string | null
  /** Whether it was made by a release in which each token could grant access; the next release ends that. */
  readonly mayGrantAccess: boolean
}

const TOKEN_STATES = ['valid', 'expired', 'revoked'] as const

type TokenState = (typeof TOKEN_STATES)[number]

export function tokenState({ revokedAt, expiresAt }: Pick<TokenRow, 'revokedAt' | 'expiresAt'>, at: Date): TokenState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt <= at ? 'expired' : 'valid'
}

export function tokenView(row: TokenRow, at: Date): TokenView {
  return {
    id: row.id,
    name: row.name,
    role: parseRole(row.role) ?? 'viewer',
    start: row.start,
    state: tokenState(row, at),
    createdBy: row.creatorName,
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
