'use server'

import { answerTo } from '#app/api/problem.ts'
import { requireRole, requireWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { keepSimulatorLink, keptSimulatorLink } from '#lib/services/links/simulator-links.ts'

interface NotKept {
  readonly kind: 'failed'
  readonly message: string
}

/** Keeps the state of a link that would be too long. For everybody who may sign in. Out: its id. */
export async function keepLink(state: unknown): Promise<{ readonly kind: 'kept'; readonly id: string } | NotKept> {
  try {
    const user = await requireWriter(runtime().auth)
    return { kind: 'kept', id: await keepSimulatorLink(runtime().store, user, { state, at: new Date() }) }
  } catch (error) {
    return { kind: 'failed', message: answerTo(error).detail }
  }
}

/** The state of a kept link. For everybody who may sign in; who made it does not matter. */
export async function openKeptLink(id: unknown): Promise<{ readonly kind: 'link'; readonly state: string } | NotKept> {
  try {
    await requireRole(runtime().auth, 'viewer')
    return { kind: 'link', state: await keptSimulatorLink(runtime().store, { id, at: new Date() }) }
  } catch (error) {
    return { kind: 'failed', message: answerTo(error).detail }
  }
}
