'use server'

import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole, requireWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { buildFailedAction, type FailedAction } from '#lib/services/describe-error.ts'
import { getSimulatorLink, saveSimulatorLink } from '#lib/services/simulator/simulator-links.ts'

/** Keeps the state of a link that would be too long. For everybody who may sign in. Out: its id. */
export async function keepLink(state: unknown): Promise<{ readonly kind: 'kept'; readonly id: string } | FailedAction> {
  try {
    const user = await requireWriter(runtime().auth)
    return {
      kind: 'kept',
      id: await saveSimulatorLink(runtime().store, user, { state, at: new Date(runtime().store.now()) }),
    }
  } catch (error) {
    return buildFailedAction(error)
  }
}

/** The state of a kept link. For everybody who may sign in; who made it does not matter. */
export async function openKeptLink(
  id: unknown,
): Promise<{ readonly kind: 'link'; readonly state: string } | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return {
      kind: 'link',
      state: await getSimulatorLink(runtime().store, { id, at: new Date(runtime().store.now()) }),
    }
  } catch (error) {
    return buildFailedAction(error)
  }
}
