import { health } from '#lib/queries/health.ts'
import { runtime } from '#lib/runtime.ts'

/** Whether the first lists are complete; names what is not. Tells nothing but the names of the sources. */
export function GET(): Response {
  const { sources } = health(runtime().context())
  const waiting = sources.filter(({ complete, phase }) => !complete && phase !== 'refused').map(({ source }) => source)
  const ready = waiting.length === 0
  return Response.json({ ready, waiting }, { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
