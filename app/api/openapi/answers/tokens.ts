import { z } from 'zod'
import type { ShownToken } from '#lib/services/tokens/create-token.ts'
import type { TokenView } from '#lib/services/tokens/token.ts'
import { answer } from '../answer.ts'

export const Token = answer<TokenView>()(
  z.object({
    id: z.string(),
    name: z.string(),
    role: z.enum(['viewer', 'operator', 'admin']),
    start: z.string(),
    state: z.enum(['expired', 'revoked', 'valid']),
    createdBy: z.string(),
    createdAt: z.string(),
    expiresAt: z.string(),
    revokedAt: z.string().nullable(),
    revokedBy: z.string().nullable(),
    lastUsedAt: z.string().nullable(),
    accessGrants: z.number(),
    accessGrantedAt: z.string().nullable(),
    mayGrantAccess: z.boolean(),
  }),
)

export const TokenList = answer<{ tokens: readonly TokenView[] }>()(z.object({ tokens: z.array(Token) }))

export const NewToken = answer<ShownToken>()(
  z.object({
    token: z.string(),
    id: z.string(),
    name: z.string(),
    role: z.enum(['viewer', 'operator', 'admin']),
    start: z.string(),
    state: z.enum(['expired', 'revoked', 'valid']),
    createdBy: z.string(),
    createdAt: z.string(),
    expiresAt: z.string(),
    revokedAt: z.string().nullable(),
    revokedBy: z.string().nullable(),
    lastUsedAt: z.string().nullable(),
    accessGrants: z.number(),
    accessGrantedAt: z.string().nullable(),
    mayGrantAccess: z.boolean(),
  }),
)
