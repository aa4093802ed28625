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

export interface ConsoleHealth extends Health {
  /** When this was so, in milliseconds since 1970. */
  readonly at: number
  /** What else every page has to say: the database does not answer, a settings file became invalid; sentences. */
  readonly problems: readonly string[]
  readonly database: DatabaseHealth
  /** Who tells plans and platform regions of clusters, beside the database and the shoots. */
  readonly plans: readonly PlanSourceHealth[]
  /** Custom resources of the operators; none without a control plane. */
  readonly resources: readonly KindHealth[]
}

/** What every page says of the database that is written to. */
interface DatabaseHealth {
  readonly kind: Connection['kind']
  readonly state: StoreHealth['state']
  /** When it came into this state, in milliseconds since 1970. */
  readonly since: number
}

interface HealthSources {
  readonly store: Pick<Store, 'health' | 'connection'>
  readonly runtimes: Pick<LiveRuntimes, 'freshness'> | null
  readonly operators: OperatorObjects | null
  problems(): readonly string[]
}

/** What every page says about how far it can be trusted. */
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

/** How far what is known of a kind can be trusted, as the list of all sources says it. */
interface KindHealth {
  readonly source: OperatorKind
  readonly phase: Phase | 'absent'
  readonly ageMs: number | null
  readonly complete: boolean
  /** Objects that cannot be read and are left out. */
  readonly skipped: number
  /** What is wrong and what to do; null while all is well. */
  readonly message: string | null
}

/** The same of all kinds: no page but theirs waits for them, or is stale by them. None without a control plane. */
function listKindHealth(objects: Pick<OperatorObjects, 'freshness'> | null): readonly KindHealth[] {
  return objects?.freshness().map(kindHealth) ?? []
}

function kindHealth({ kind, resource, phase, ageMs, complete, error, absent, skipped }: KindFreshness): KindHealth {
  const known = { source: kind, ageMs, complete, skipped: skipped.length }
  if (absent) return { ...known, phase: 'absent', message: absentMessage(resource) }
  const message = [error?.message, formatSkipped(kind, skipped)].filter(Boolean).join(' ')
  return { ...known, phase, message: message === '' ? null : message }
}
