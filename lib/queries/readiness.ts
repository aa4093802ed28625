import { landscapeIsRead } from '#lib/garden/inventory/freshness.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { StoreHealth } from '#lib/store/store.ts'

/** One thing the console needs. `degraded`: it was there and is away, or is there in part: the console goes on with what it has. */
interface ReadinessCheck {
  readonly check: 'database' | 'migrations' | 'gardener' | 'landscape' | 'rules' | 'limits' | 'tasks'
  /** What of it, where there are several. */
  readonly of?: string
  readonly state: 'ready' | 'degraded' | 'not-ready'
  /** What is the matter, or worth knowing; it names no address and no account, since anybody may ask. Null while all is well. */
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

/** What claims are decided by: it is read from the database again and again, as other processes may replace it. */
interface DecisionSource {
  /** Throws while it is not known. */
  certain(): unknown
  /** Null unless it was read too long ago. */
  staleSeconds(): number | null
}

/**
 * Whether requests should be sent to this process: once everything it needs has been read for the first time. What goes away later makes
 * it degraded, not unready: every replica would be so at once, and pages that say how old they are help more than none.
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

/** The same as a few lines for people. */
export function formatReadiness({ ready, checks }: Readiness): string {
  const open = checks.flatMap(({ state, message }) => (message === null ? [] : [`${state}: ${message}`]))
  return [ready ? 'The console is ready.' : 'The console is not ready.', ...open, ''].join('\n')
}

function databaseChecks({ state }: StoreHealth): readonly ReadinessCheck[] {
  switch (state) {
    case 'up':
      return [readyCheck('database'), readyCheck('migrations')]
    case 'down':
      return [
        {
          check: 'database',
          state: 'degraded',
          message: 'The database does not answer. Pages show what was read last, and nothing can be changed.',
        },
        readyCheck('migrations'),
      ]
    case 'starting':
      return [
        { check: 'database', state: 'not-ready', message: 'The database has not answered yet.' },
        {
          check: 'migrations',
          state: 'not-ready',
          message: 'Nobody knows yet whether the schema of the database is that of this version.',
        },
      ]
  }
}

function gardenerChecks(inventory: ReadinessParts['inventory']): readonly ReadinessCheck[] {
  return inventory.freshness().map(({ source, phase, complete, absent, skipped }): ReadinessCheck => {
    const check = { check: 'gardener', of: source } as const
    if (phase === 'refused') {
      const message = `Gardener does not let the console read ${source} objects; hap doctor names the permission.`
      return { ...check, state: 'degraded', message }
    }
    if (absent) {
      const message = `Gardener does not serve ${source} objects; what was known of them stays in force.`
      return { ...check, state: 'ready', message }
    }
    if (!complete) return { ...check, state: 'not-ready', message: `Not all ${source} objects have been read yet.` }
    if (phase === 'live' && skipped.length > 0) {
      const message = `Some ${source} objects cannot be read and are skipped: ${skipped.length}; the page Settings names them.`
      return { ...check, state: 'degraded', message }
    }
    if (phase === 'live') return { ...check, state: 'ready', message: null }
    return { ...check, state: 'degraded', message: `Changes of ${source} objects do not arrive at the moment.` }
  })
}

/** Releases and cleaning pause until the first comparison, which follows the first complete lists. */
function landscapeCheck({ landscape, inventory, store }: ReadinessParts): ReadinessCheck {
  if (landscape.isCompared || !landscapeIsRead(inventory)) return readyCheck('landscape')
  const message = 'The console has not checked yet whether the landscape was restored or moved.'
  return { check: 'landscape', state: store.health().state === 'up' ? 'not-ready' : 'degraded', message }
}

/**
 * Of what was read once and is too old now: while the database answers others, they know better. While it does not, they know no more than
 * this process.
 */
function staleCheck(check: 'rules' | 'limits', parts: ReadinessParts): ReadinessCheck | null {
  const seconds = parts[check].staleSeconds()
  if (seconds === null) return null
  const what = check === 'rules' ? 'The published rules' : 'Allowlist and limits'
  const message = `${what} were read from the database ${seconds} s ago, so nothing is claimed here.`
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
        : 'The published rules are not valid with the plans in force; the page Rules says why.'
    // Waiting does not mend them, and pages are what they are mended by.
    return { check: 'rules', state: rules.fault === null ? 'not-ready' : 'degraded', message }
  }
  if (rules.fault === null || store.health().state !== 'up') return readyCheck('rules')
  const message = 'The last published rules are not valid, so the ones before stay in force; the page Rules says why.'
  return { check: 'rules', state: 'degraded', message }
}

function readyCheck(check: ReadinessCheck['check']): ReadinessCheck {
  return { check, state: 'ready', message: null }
}
