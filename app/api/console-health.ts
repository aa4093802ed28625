import { type Health, health } from '#lib/queries/health.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'

export interface ConsoleHealth extends Health {
  /** What else every page has to say: the database does not answer, a settings file became invalid; sentences. */
  readonly problems: readonly string[]
}

/** What every page says about how far it can be trusted. */
export function consoleHealth(context: QueryContext): ConsoleHealth {
  return { ...health(context), problems: runtime().problems() }
}
