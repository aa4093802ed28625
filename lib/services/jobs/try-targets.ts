import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#lib/auth/session.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { MOST_TRIED } from '#lib/hap/actions/job.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import type { ActionPreview } from '#lib/services/actions/preview-action.ts'

/** Somebody waits at a page; what had no turn by then is judged by the rules alone. */
const WITHIN_MS = 6_000

/** A binding to try, at the version that was looked at. */
interface TryTarget {
  readonly kind: BindingRef['kind']
  readonly name: string
  readonly seenVersion: string
}

/** What a dry run of one target came to. */
export interface TargetTrial extends Pick<TryTarget, 'kind' | 'name'> {
  /** `untried`: the API server had no time for it, or did not answer. */
  readonly verdict: 'accepted' | 'refused' | 'untried'
  /** Why not, as sentences; null when it was accepted. */
  readonly reason: string | null
}

interface TryOrder {
  readonly action: Action
  readonly namespace: string
  readonly until: string | null
  readonly targets: readonly TryTarget[]
}

/** Dry runs of the first few targets of a bulk job, in a time that somebody at a page waits; nothing is written or recorded. */
export async function tryTargets(
  actions: Pick<ActionService, 'preview'>,
  user: User,
  { action, namespace, until, targets }: TryOrder,
  withinMs = WITHIN_MS,
): Promise<readonly TargetTrial[]> {
  const ending = new AbortController()
  const late = sleep(withinMs, null, { signal: ending.signal, ref: false }).catch(() => null)
  const end = action === 'hold' ? { until } : {}
  try {
    return await Promise.all(
      targets.slice(0, MOST_TRIED).map(async ({ kind, name, seenVersion }) => {
        const order = { binding: { kind, namespace, name }, seenVersion, ...end }
        const preview = actions.preview(action, user, order, ending.signal)
        // Whoever gave up has nothing to say any more.
        preview.catch(() => {})
        return { kind, name, ...verdictOf(await Promise.race([preview, late])) }
      }),
    )
  } finally {
    ending.abort()
  }
}

function verdictOf(preview: ActionPreview | ActionResult | null): Pick<TargetTrial, 'verdict' | 'reason'> {
  if (preview === null) return { verdict: 'untried', reason: 'The API server had no time for a dry run.' }
  switch (preview.status) {
    case 'planned':
      return { verdict: preview.objection === null ? 'accepted' : 'refused', reason: preview.objection }
    case 'invalid':
      return { verdict: 'refused', reason: preview.problems.join(' ') }
    case 'done':
      throw new Error('A dry run wrote something.')
    case 'failed':
    case 'cancelled':
    case 'unknown':
      return { verdict: 'untried', reason: preview.reason }
    default:
      return { verdict: 'refused', reason: preview.reason }
  }
}
