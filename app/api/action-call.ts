import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { needsRecentSignIn } from '#lib/auth/sign-in-messages.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { parseInput } from '#lib/input-problems.ts'
import { parseBindingRef } from '#lib/queries/bindings/binding-detail.ts'
import { runtime } from '#lib/runtime.ts'
import { actionRefusal } from '#lib/services/actions/action-order.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { buildOutcomeView } from '#lib/services/actions/action-view.ts'
import { matchedVersion } from './entity-tag.ts'

export interface ActionParams {
  readonly kind: string
  readonly name: string
  readonly action: string
}

const Body = z.record(z.string(), z.unknown())

/**
 * Builds the order for the service from the body, the binding in the address and `If-Match`. Throws
 * ZodError, NotFoundError.
 */
export function actionOrder(params: ActionParams, body: unknown, request: Request): unknown {
  const binding = parseBindingRef(runtime().context(), params)
  const seen = request.headers.has('if-match') ? { seenVersion: matchedVersion(request) } : {}
  return { ...parseInput(Body, body), ...seen, binding }
}

const STATUS = {
  invalid: 400,
  refused: 409,
  cancelled: 409,
  changed: 412,
  failed: 503,
  collided: 409,
  unknown: 504,
} as const

/** Converts the result of an action, which the service has recorded, to a response. */
export function actionResponse(user: User, action: string, result: ActionResult): Response {
  const view = buildOutcomeView(result)
  if (!('reason' in view)) return Response.json(view, { headers: { 'cache-control': 'no-store' } })
  const isForbidden = actionRefusal(user, action) !== null || needsRecentSignIn(view.reason)
  const special = view.status === 'refused' && isForbidden ? 403 : 'missing' in result ? 404 : null
  const after = 'retryAfterMs' in result ? (result.retryAfterMs ?? null) : null
  return problemResponse(
    special ?? STATUS[view.status],
    view.reason,
    after === null ? {} : { 'retry-after': String(Math.ceil(after / 1_000)) },
  )
}
