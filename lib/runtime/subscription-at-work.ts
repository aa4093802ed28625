import { isTrue } from '#lib/operators/framework/conditions.ts'
import { createController, objectsOf } from '#lib/operators/framework/controller.ts'
import { keyOf } from '#lib/operators/framework/reconciler.ts'
import { releaseOrphans } from '#lib/operators/subscription/release-orphans.ts'
import { subscriptionReconciler } from '#lib/operators/subscription/subscription-reconciler.ts'
import { watchPools } from '#lib/operators/subscription/watch-pools.ts'
import { log } from '#lib/telemetry/log.ts'
import { operatorEvents, type Term } from './operator-context.ts'

const RULES_MS = 2_000
const ORPHANS_MS = 300_000

/** The Subscription operator of a term, not yet started: requests move on with their pools and with the rules. */
export function subscriptionAtWork(term: Term) {
  const { control, claims, inventory, landscape, rules, stores, signal, timeOfClaims } = term
  const requests = stores.subscriptions
  const events = operatorEvents(term, 'subscription-operator')
  const controller = createController({
    name: 'subscription',
    reconciler: subscriptionReconciler({ client: control, requests, claims, events, rules, now: Date.now }),
    primary: objectsOf(requests),
    onFailure: term.failed('subscription'),
  })
  const unfollow = watchPools({ inventory, claims, requests, touch: controller.touch })

  let decidedBy: string | null = null
  const followRules = async () => {
    const { revision, settingsVersion } = rules()
    const now = `${revision} ${settingsVersion}`
    if (decidedBy !== null && decidedBy !== now)
      for (const request of requests.all())
        if (!isTrue(request.status?.conditions, 'Ready')) controller.touch(keyOf(request))
    decidedBy = now
  }
  term.nowAndThen(RULES_MS, followRules, 'requests were not looked at by other rules')

  const sweep = async () => {
    const count = await releaseOrphans({ client: control, claims, landscape, now: timeOfClaims }, signal)
    if (count > 0) log().info({ count }, 'claims that no request stands for were given back')
  }
  term.nowAndThen(ORPHANS_MS, sweep, 'claims that no request stands for were not looked for')
  return { controller, below: [{ stop: async () => unfollow() }, events] }
}
