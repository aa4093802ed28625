import { type Health, health } from '#lib/queries/health.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'

export interface ConsoleHealth extends Health {
  /** Settings files that became invalid while the last good ones stay in force; sentences. */
  readonly settings: readonly string[]
}

/** What every page says about how far it can be trusted. */
export function consoleHealth(context: QueryContext): ConsoleHealth {
  return { ...health(context), settings: runtime().settings.problems() }
}
