import { answerHealth } from '#app/health-answer.ts'
import { checkReadiness, formatReadiness } from '#lib/queries/readiness.ts'
import { runtime } from '#lib/runtime.ts'

/** Whether requests should be sent here, and what is missing. */
export function GET(request: Request): Response {
  const { store, rules, multiAccount: limits, context, stuckLoops, landscapeState } = runtime()
  const state = checkReadiness({
    inventory: context().inventory,
    store,
    landscape: landscapeState.landscape,
    rules,
    limits,
    stuckLoops: stuckLoops(),
  })
  return answerHealth(request, { status: state.ready ? 200 : 503, body: state, words: formatReadiness(state) })
}
