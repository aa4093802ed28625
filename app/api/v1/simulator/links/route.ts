import { z } from 'zod'
import { questionRoute } from '#app/api/question-route.ts'
import { parseInput } from '#lib/input-problems.ts'
import { runtime } from '#lib/runtime.ts'
import { saveSimulatorLink } from '#lib/services/simulator/simulator-links.ts'

const Link = z.object({ state: z.unknown() })

/** Saves a simulator state that is too long for a link. Equal states share one id. */
export const POST = questionRoute(async ({ user, body }) => {
  const { state } = parseInput(Link, body)
  const id = await saveSimulatorLink(runtime().store, user, { state, at: new Date(runtime().store.now()) })
  return Response.json({ id }, { status: 201, headers: { 'cache-control': 'no-store' } })
})
