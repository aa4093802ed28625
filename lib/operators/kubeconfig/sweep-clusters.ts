import type { ObjectKey } from '#lib/operators/framework/reconciler.ts'
import { findTarget } from '#lib/operators/target/find-target.ts'
import type { KubeconfigContext } from './kubeconfig-context.ts'
import { sweepCluster } from './sweep-cluster.ts'

/** What a sweep of many clusters came to. */
interface SweepReport {
  readonly clusters: number
  /** Objects that went. */
  readonly leftovers: number
  /** Of clusters that could not be swept, which the next sweep does. */
  readonly errors: readonly unknown[]
}

/** Sweeps one cluster after the other, so that a slow one costs time and nothing else. Clusters without a way in are left out. */
export async function sweepClusters(
  context: KubeconfigContext,
  clusters: Iterable<ObjectKey>,
  signal: AbortSignal,
): Promise<SweepReport> {
  const errors: unknown[] = []
  let swept = 0
  let leftovers = 0
  for (const key of clusters) {
    if (signal.aborted) break
    try {
      const found = await findTarget(context, key, signal)
      if (found.state !== 'found') continue
      leftovers += await sweepCluster(context, found.place, signal)
      swept++
    } catch (error) {
      errors.push(error)
    }
  }
  return { clusters: swept, leftovers, errors }
}
