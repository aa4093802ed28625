'use server'

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { answerTo } from '#app/api/problem.ts'
import { requireRole } from '#lib/auth/session.ts'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { runtime } from '#lib/runtime.ts'
import { type OutcomeView, outcomeView, type PreviewView, previewView } from './act/preview-view.ts'

/** No answer of the service: signed out, or something nobody foresaw. */
interface NoAnswer {
  readonly status: 'no-answer'
  readonly reason: string
}

/** The service parses the rest, and records what it refuses. */
const Asked = z.object({ action: z.enum(ACTIONS), order: z.looseObject({}) })

/** What an action would do to a binding now; nothing is written or recorded. The service asks for the role. */
export async function previewAction(action: unknown, order: unknown): Promise<PreviewView | NoAnswer> {
  try {
    const user = await requireRole(runtime().auth, 'viewer')
    const asked = Asked.parse({ action, order })
    return previewView(await runtime().actions.preview(asked.action, user, asked.order))
  } catch (error) {
    return noAnswer(error)
  }
}

/** Does an action. Somebody without the role is refused by the service, so that the attempt is recorded. */
export async function performAction(action: unknown, order: unknown): Promise<OutcomeView | NoAnswer> {
  try {
    const user = await requireRole(runtime().auth, 'viewer')
    const asked = Asked.parse({ action, order })
    return outcomeView(await runtime().actions.perform(asked.action, user, asked.order, { requestId: randomUUID() }))
  } catch (error) {
    return noAnswer(error)
  }
}

function noAnswer(error: unknown): NoAnswer {
  return { status: 'no-answer', reason: answerTo(error).detail }
}
