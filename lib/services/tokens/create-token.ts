import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { formatToken, isToken, MAX_TOKEN_DAYS, MAX_TOKEN_NAME } from '#lib/auth/api-token.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { ROLES, roleRefusal } from '#lib/auth/roles.ts'
import { stepUpRefusal } from '#lib/auth/sign-in-time.ts'
import { tokenTarget } from '#lib/hap/audit/target.ts'
import { isOneLine, isVisible } from '#lib/hap/text.ts'
import { formatInputProblems, INPUT_MESSAGES } from '#lib/input-problems.ts'
import { audited, failedOutcome, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { Db } from '#lib/store/database/client.ts'
import { lockKeys } from '#lib/store/transaction.ts'
import { Secret } from '#lib/util/secret.ts'
import { TOKEN_COLUMNS, type TokenCall, type TokenView, tokenDraft, tokenView } from './token.ts'

/** The input of a new token. */
export const TokenOrder = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: 'is required' })
    .max(MAX_TOKEN_NAME, { error: `must have at most ${MAX_TOKEN_NAME} characters` })
    .refine(isOneLine, { error: 'must be one line of text' })
    .refine(isVisible, { error: 'has nothing that can be seen' })
    .meta({ description: 'Name of the token in lists and in the audit log.' }),
  role: z.enum(ROLES),
  days: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(MAX_TOKEN_DAYS, { error: `must be at most ${MAX_TOKEN_DAYS}` })
    .meta({ description: 'Days until it expires.' }),
})

/** Maximum number of valid tokens. */
const MAX_TOKENS = 200

/** How long an expired or revoked token stays in the list. */
const RETENTION_DAYS = 90

const DAY_MS = 24 * 60 * 60 * 1000
const BYTES = 32

interface CreateTokenCall extends TokenCall {
  /** When the user signed in, in milliseconds since 1970; null if unknown. */
  readonly signedInAt: number | null
}

/** A new token with its text, which is never shown again. */
interface NewToken extends TokenView {
  readonly token: Secret<string>
}

/** A new token as it is shown, once. */
export interface ShownToken extends TokenView {
  readonly token: string
}

export function shownToken(made: NewToken): ShownToken {
  return { ...made, token: made.token.reveal() }
}

/**
 * Creates a token after a recent sign-in, since it outlives the session of its creator. `input` has
 * name, role and days. Throws RefusedError (also for a user who is no admin, and for a token),
 * StoreError.
 */
export async function createToken(
  call: CreateTokenCall,
  input: unknown,
  at = new Date(call.store.now()),
): Promise<NewToken> {
  const { store, audit, user } = call
  const order = await recorded({ audit }, tokenDraft(call, 'create', null), () => {
    requirePerson(call, at)
    return parseOrder(input)
  })
  const token = formatToken(randomBytes(BYTES))
  const data = {
    id: randomUUID(),
    name: order.name,
    role: order.role,
    hash: hashOf(token),
    start: token.slice(0, 8),
    creator: user.id,
    creatorName: user.name,
    creatorIssuer: user.issuer ?? null,
    createdAt: at,
    expiresAt: new Date(at.getTime() + order.days * DAY_MS),
  }
  const after = { name: order.name, role: order.role, start: data.start, expiresAt: data.expiresAt.toISOString() }
  const draft = { ...tokenDraft(call, 'create', null), targets: [tokenTarget(data.id, data.name)], after: after }
  const create = async () => {
    const row = await store.transaction(
      async tx => {
        await lockKeys(tx, ['api tokens'])
        await makeRoom(tx, order.name, at)
        return tx.apiToken.create({ data, select: TOKEN_COLUMNS })
      },
      { isolation: 'read-committed' },
    )
    return { outcome: 'accepted' as const, detail: null, result: row }
  }
  return { ...tokenView(await audited(audit, draft, create, failedOutcome), at), token: new Secret(token) }
}

/** The stored hash of a token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function requirePerson({ user, signedInAt }: CreateTokenCall, at: Date): void {
  if (isToken(user)) throw new RefusedError(403, 'A token cannot create tokens. Sign in as an admin to create one.')
  const obstacle = roleRefusal(user.role, NEEDED_ROLES.tokens)
  if (obstacle !== null) throw new RefusedError(403, obstacle)
  const again = stepUpRefusal(user, signedInAt, at.getTime())
  if (again !== null) throw new RefusedError(403, again)
}

function parseOrder(input: unknown) {
  const result = TokenOrder.safeParse(input, { error: INPUT_MESSAGES })
  if (!result.success) throw new RefusedError(400, formatInputProblems(result.error, 'token').join('; '))
  return result.data
}

async function makeRoom(tx: Db, name: string, at: Date): Promise<void> {
  const longOver = new Date(at.getTime() - RETENTION_DAYS * DAY_MS)
  await tx.apiToken.deleteMany({ where: { OR: [{ expiresAt: { lte: longOver } }, { revokedAt: { lte: longOver } }] } })
  const valid = { revokedAt: null, expiresAt: { gt: at } }
  if ((await tx.apiToken.count({ where: { ...valid, name } })) > 0)
    throw new RefusedError(
      409,
      `A valid token with the name ${name} already exists. Revoke it, or choose another name.`,
    )
  if ((await tx.apiToken.count({ where: valid })) >= MAX_TOKENS)
    throw new RefusedError(409, `There are already ${MAX_TOKENS} valid tokens. Revoke an unused one.`)
}
