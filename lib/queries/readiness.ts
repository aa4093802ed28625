import { landscapeIsRead } from '#lib/garden/inventory/freshness.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { StoreHealth } from '#lib/store/store.ts'

/**
 * One dependency of the console. `degraded`: it failed later, or partly; the console continues with
 * the data it has.
 */
interface ReadinessCheck {
  readonly check: 'database' | 'migrations' | 'gardener' | 'landscape' | 'rules' | 'limits' | 'tasks'
  /** Instance, where a check has several. */
  readonly of?: string
  readonly state: 'ready' | 'degraded' | 'not-ready'
  /** Null when ready. Anybody can read it, so it contains neither addresses nor accounts. */
  readonly message: string | null
}

interface Readiness {
  readonly ready: boolean
  readonly checks: readonly ReadinessCheck[]
}

interface ReadinessParts {
  readonly inventory: Pick<Inventory, 'freshness'>
  readonly store: { health(): StoreHealth }
  readonly landscape: { readonly isCompared: boolean }
  readonly rules: DecisionSource & { readonly fault: string | null }
  readonly limits: DecisionSource
  /** Sentences. */
  readonly stuckLoops: readonly string[]
}

/** Input of claims that the console reloads regularly, because other processes may change it. */
interface DecisionSource {
  /** Throws before the first read. */
  certain(): unknown
  /** Age in seconds when it exceeds the limit; otherwise null. */
  staleSeconds(): number | null
}

/**
 * Checks whether this process can receive requests: after the first read of all its dependencies. A
 * later failure only degrades it, because it affects all replicas at once, and pages that state
 * their age help more than none.
 */
export function checkReadiness(parts: ReadinessParts): Readiness {
  const checks = [
    ...databaseChecks(parts.store.health()),
    ...gardenerChecks(parts.inventory),
    landscapeCheck(parts),
    rulesCheck(parts),
    limitsCheck(parts),
    ...parts.stuckLoops.map(message => ({ check: 'tasks', state: 'degraded', message }) as const),
  ]
  return { ready: checks.every(({ state }) => state !== 'not-ready'), checks }
}

/** Formats the result as lines of text. */
export function formatReadiness({ ready, checks }: Readiness): string {
  const open = checks.flatMap(({ state, message }) => (message === null ? [] : [`${state}: ${message}`]))
  return [ready ? 'The console is ready.' : 'The console is not ready.', ...open, ''].join('\n')
}

function databaseChecks(health: StoreHealth): readonly ReadinessCheck[] {
  switch (health.state) {
    case 'up':
      return [health.full === undefined ? readyCheck('database') : FULL, readyCheck('migrations')]
    case 'down':
      return [
        {
          check: 'database',
          state: 'degraded',
          message: 'The database is not responding. Pages show the data read last, and changes are not possible.',
        },
        readyCheck('migrations'),
      ]
    case 'starting':
      return [
        { check: 'database', state: 'not-ready', message: 'The database has not responded yet.' },
        {
          check: 'migrations',
          state: 'not-ready',
          message: 'The schema version of the database is not known yet.',
        },
      ]
  }
}

const FULL: ReadinessCheck = {
  check: 'database',
  state: 'degraded',
  message:
    'The disk of the database is full. Pages show current data, and changes are not possible until space is freed.',
}

function gardenerChecks(inventory: ReadinessParts['inventory']): readonly ReadinessCheck[] {
  return inventory.freshness().map(({ source, phase, complete, absent, skipped }): ReadinessCheck => {
    const check = { check: 'gardener', of: source } as const
    if (phase === 'refused') {
      const message = `The console is not allowed to read ${source} objects; run "hap doctor" to see the missing permission.`
      return { ...check, state: 'degraded', message }
    }
    if (absent) {
      const message = `Gardener does not serve ${source} objects; the last known data stays in force.`
      return { ...check, state: 'ready', message }
    }
    if (!complete) return { ...check, state: 'not-ready', message: `Not all ${source} objects have been read yet.` }
    if (phase === 'live' && skipped.length > 0) {
      const message = `Some ${source} objects cannot be read and are skipped: ${skipped.length}; see the Settings page.`
      return { ...check, state: 'degraded', message }
    }
    if (phase === 'live') return { ...check, state: 'ready', message: null }
    return { ...check, state: 'degraded', message: `Changes of ${source} objects are currently not received.` }
  })
}

/**
 * Releases and cleaning pause until the first comparison, which follows the first complete lists.
 */
function landscapeCheck({ landscape, inventory, store }: ReadinessParts): ReadinessCheck {
  if (landscape.isCompared || !landscapeIsRead(inventory)) return readyCheck('landscape')
  const message = 'The console has not checked yet whether the landscape was restored or moved.'
  return { check: 'landscape', state: store.health().state === 'up' ? 'not-ready' : 'degraded', message }
}

/**
 * Data that is too old makes this process unready while the database answers other processes.
 * During an outage of the database, other processes know no more.
 */
function staleCheck(check: 'rules' | 'limits', parts: ReadinessParts): ReadinessCheck | null {
  const seconds = parts[check].staleSeconds()
  if (seconds === null) return null
  const what = check === 'rules' ? 'The published rules' : 'Allowlist and limits'
  const message = `${what} were read from the database ${seconds} s ago, so this process claims no accounts.`
  return { check, state: parts.store.health().state === 'up' ? 'not-ready' : 'degraded', message }
}

function limitsCheck(parts: ReadinessParts): ReadinessCheck {
  const stale = staleCheck('limits', parts)
  if (stale) return stale
  try {
    parts.limits.certain()
    return readyCheck('limits')
  } catch {
    const message = 'Allowlist and limits have not been read from the database yet.'
    return { check: 'limits', state: 'not-ready', message }
  }
}

function rulesCheck(parts: ReadinessParts): ReadinessCheck {
  const { rules, store } = parts
  const stale = staleCheck('rules', parts)
  if (stale) return stale
  try {
    rules.certain()
  } catch {
    const message =
      rules.fault === null
        ? 'The published rules have not been read from the database yet.'
        : 'The published rules are not valid with the plans in force; see the Rules page.'
    // Waiting does not repair invalid rules, but the pages of this process do.
    return { check: 'rules', state: rules.fault === null ? 'not-ready' : 'degraded', message }
  }
  if (rules.fault === null || store.health().state !== 'up') return readyCheck('rules')
  const message = 'The last published rules are not valid, so the previous ones stay in force; see the Rules page.'
  return { check: 'rules', state: 'degraded', message }
}

function readyCheck(check: ReadinessCheck['check']): ReadinessCheck {
  return { check, state: 'ready', message: null }
}
