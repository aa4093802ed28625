import type { PageOrigin } from '#app/data/live-connection.ts'
import type { User } from '#lib/auth/session.ts'
import { getConsoleHealth } from '#lib/queries/console-health.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import { momentOf, momentText } from '#lib/util/moment.ts'

/** Origin of a page rendered now: the version of its data, its health and the user. */
export function pageOrigin(context: QueryContext, { id }: User): PageOrigin {
  const health = getConsoleHealth(context, runtime())
  const stale = health.phase === 'stale'
  return {
    moment: momentText(momentOf(context)),
    state: {
      phase: stale ? 'stale' : 'connecting',
      asOf: stale && health.ageMs !== null ? context.at - health.ageMs : null,
      health,
      other: null,
    },
    person: id,
  }
}
