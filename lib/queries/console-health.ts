import type { LiveRuntimes } from '#lib/garden/inventory/watch-runtimes.ts'
import type { Phase } from '#lib/garden/reflector/contact.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import type { Store, StoreHealth } from '#lib/store/store.ts'
import { formatSkipped, getHealth, type Health, listPlanSourceHealth, type PlanSourceHealth } from './health.ts'
import {
  absentMessage,
  type KindFreshness,
  type OperatorKind,
  type OperatorObjects,
} from './operators/operator-objects.ts'
import type { QueryContext } from './query-context.ts'

/** Health of everything that pages depend on. */
export interface ConsoleHealth extends Health {
  /** Moment of the measurement, in milliseconds since 1970. */
  readonly at: number
  /**
   * Further problems for every page, such as a database failure or an invalid settings file;
   * sentences.
   */
  readonly problems: readonly string[]
  readonly database: DatabaseHealth
  /** Sources of plans and platform regions other than database and shoots. */
  readonly plans: readonly PlanSourceHealth[]
  /** Custom resources of the operators; empty without a control plane. */
  readonly resources: readonly KindHealth[]
}

/** State of the database that the console writes to. */
interface DatabaseHealth {
  readonly kind: Connection['kind']
  readonly state: StoreHealth['state']
  /** Start of the state, in milliseconds since 1970. */
  readonly since: number
}

interface HealthSources {
  readonly store: Pick<Store, 'health' | 'connection'>
  readonly runtimes: Pick<LiveRuntimes, 'freshness'> | null
  readonly operators: OperatorObjects | null
  problems(): readonly string[]
}

/** Reports how far pages can trust their data. */
export function getConsoleHealth(
  context: QueryContext,
  { store, problems, runtimes, operators }: HealthSources,
): ConsoleHealth {
  const { state, since } = store.health()
  const database = { kind: store.connection.kind, state, since }
  const plans = listPlanSourceHealth(runtimes?.freshness() ?? [])
  return {
    at: context.at,
    ...getHealth(context),
    problems: problems(),
    database,
    plans,
    resources: listKindHealth(operators),
  }
}

/** Health of one kind, for the list of all sources. */
interface KindHealth {
  readonly source: OperatorKind
  readonly phase: Phase | 'absent'
  readonly ageMs: number | null
  readonly complete: boolean
  /** Number of unreadable objects, which are skipped. */
  readonly skipped: number
  /** What is wrong and what to do; null when healthy. */
  readonly message: string | null
}

/**
 * Lists the health of all kinds; empty without a control plane. Only the operators' pages depend on
 * it.
 */
function listKindHealth(objects: Pick<OperatorObjects, 'freshness'> | null): readonly KindHealth[] {
  return objects?.freshness().map(kindHealth) ?? []
}

function kindHealth({ kind, resource, phase, ageMs, complete, error, absent, skipped }: KindFreshness): KindHealth {
  const known = { source: kind, ageMs, complete, skipped: skipped.length }
  if (absent) return { ...known, phase: 'absent', message: absentMessage(resource) }
  const message = [error?.message, formatSkipped(kind, skipped)].filter(Boolean).join(' ')
  return { ...known, phase, message: message === '' ? null : message }
}
