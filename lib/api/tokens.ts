import { z } from 'zod'
import { tokenTarget } from '#lib/hap/audit/target.ts'
import { runtime } from '#lib/runtime.ts'
import { createToken, type ShownToken, shownToken, TokenOrder } from '#lib/services/tokens/create-token.ts'
import { buildTokenCall, listTokens, revokeToken, TOKEN_ENTRIES, type TokenView } from '#lib/services/tokens/token.ts'
import { answer, type Resource, read, write } from './operation.ts'
import { reply } from './reply.ts'
import { signInOf } from './sender.ts'

const TOKEN_FIELDS = {
  id: z.string(),
  name: z.string(),
  role: z.enum(['viewer', 'operator', 'admin']),
  start: z.string(),
  state: z.enum(['ended', 'expired', 'revoked', 'valid']),
  createdBy: z.string(),
  creatorIssuer: z.string().nullable(),
  creatorSubject: z.string(),
  unconfirmedSince: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
  revokedBy: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  accessGrants: z.number(),
  accessGrantedAt: z.string().nullable(),
  mayGrantAccess: z.boolean(),
}

const Token = answer<TokenView>()(z.object(TOKEN_FIELDS))

const TokenList = answer<{ tokens: readonly TokenView[] }>()(z.object({ tokens: z.array(Token) }))

const NewToken = answer<ShownToken>()(
  z.object({
    token: z.string(),
    ...TOKEN_FIELDS,
  }),
)

/** API tokens. */
export const TOKENS = {
  schemas: { Token, TokenList, NewToken },
  routes: [
    read('/tokens', {
      summary: 'List API tokens',
      role: 'admin',
      answers: { 200: TokenList },
      run: async ({ user }) => ({ tokens: await listTokens(buildTokenCall(runtime(), user, null)) }),
    }),
    // The only response that contains the token itself.
    write('POST', '/tokens', {
      ownData: true,
      summary: 'Create a token',
      person: true,
      role: 'admin',
      body: TokenOrder,
      answers: { 201: NewToken },
      action: TOKEN_ENTRIES.create,
      run: async ({ user, requestId, body }) => {
        const call = { ...buildTokenCall(runtime(), user, requestId), signedInAt: await signInOf(user) }
        return reply(shownToken(await createToken(call, body)), { status: 201 })
      },
    }),
    // A revoked token remains listed for a while.
    write('DELETE', '/tokens/:id', {
      ownData: true,
      summary: 'Revoke a token',
      role: 'admin',
      answers: { 200: Token },
      action: TOKEN_ENTRIES.revoke,
      target: ({ id }) => tokenTarget(id),
      run: ({ user, requestId, params }) => revokeToken(buildTokenCall(runtime(), user, requestId), params.id),
    }),
  ],
} satisfies Resource
