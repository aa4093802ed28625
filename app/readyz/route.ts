import { health } from '#lib/queries/health.ts'
import { runtime } from '#lib/runtime.ts'

/**
 * Whether the first lists are complete and the database was opened; names what is not. A database that went away later is no
 * reason to send people elsewhere: pages can still be read.
 */
export function GET(): Response {
  const { sources } = health(runtime().context())
  const unread = sources.filter(({ complete, phase }) => !complete && phase !== 'refused').map(({ source }) => source)
  const waiting = [...unread, ...(runtime().store.health().state === 'starting' ? ['database'] : [])]
  const ready = waiting.length === 0
  return Response.json({ ready, waiting }, { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } })
}
