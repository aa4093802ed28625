import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { MAX_LINK_STATE } from '#lib/paths.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { Store } from '#lib/store/store.ts'

/** A link expires this many days after it was last created. */
export const LINK_LIFETIME_DAYS = 180

/** Maximum number of links of one user; a new one replaces the oldest. */
export const MAX_LINKS = 500

const DAY_MS = 24 * 60 * 60 * 1000

/** Only characters that a URL query may contain. */
const State = z
  .string()
  .min(1)
  .max(MAX_LINK_STATE)
  .regex(/^[\x21-\x7e]+$/)

/**
 * Even a single statement runs in a transaction: only then its outcome is known if the connection
 * breaks.
 */
const READ_COMMITTED = { isolation: 'read-committed' } as const

/**
 * Stores the state of a link for all users. Returns its id, which depends on the state alone.
 * Throws RefusedError, StoreError.
 */
export async function saveSimulatorLink(
  store: Store,
  user: User,
  { state: input, at }: { readonly state: unknown; readonly at: Date },
): Promise<string> {
  const { data: state } = State.safeParse(input)
  if (state === undefined) throw new RefusedError(400, 'Not the state of a simulator link.')
  const id = createHash('sha256').update(state).digest('base64url').slice(0, 16)
  const expiresAt = new Date(at.getTime() + LINK_LIFETIME_DAYS * DAY_MS)
  await store.transaction(async tx => {
    await tx.simulatorLink.deleteMany({ where: { expiresAt: { lte: at } } })
    const create = { id, author: user.id, authorName: user.name, state, createdAt: at, expiresAt }
    await tx.simulatorLink.upsert({ where: { id }, create, update: { expiresAt } })
    const surplus = await tx.simulatorLink.findMany({
      where: { author: user.id },
      orderBy: [{ expiresAt: 'desc' }, { id: 'asc' }],
      skip: MAX_LINKS,
      select: { id: true },
    })
    await tx.simulatorLink.deleteMany({ where: { id: { in: surplus.map(link => link.id) } } })
  }, READ_COMMITTED)
  return id
}

/** Returns the state of a stored link. Throws RefusedError for an unknown id, StoreError. */
export async function getSimulatorLink(
  store: Store,
  { id, at }: { readonly id: unknown; readonly at: Date },
): Promise<string> {
  const known = typeof id === 'string' && /^[\w-]{16}$/.test(id)
  const select = { state: true, expiresAt: true } as const
  const link = known ? await store.db.simulatorLink.findUnique({ where: { id }, select }) : null
  if (link === null || link.expiresAt <= at)
    throw new RefusedError(
      404,
      `Link not found. It is incomplete, or was created more than ${LINK_LIFETIME_DAYS} days ago. Ask its sender for a new one.`,
    )
  return link.state
}
