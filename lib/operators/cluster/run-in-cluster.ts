import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { CircuitBreaker } from '#lib/operators/kubeconfig/circuit-breaker.ts'
import { concealError } from '#lib/operators/target/conceal-error.ts'
import type { TargetPlace } from '#lib/operators/target/find-target.ts'
import type { OpenTarget, TargetOpener } from '#lib/operators/target/open-target.ts'
import { Visit } from '#lib/operators/target/visit.ts'

interface Access {
  readonly place: TargetPlace
  readonly open: () => Promise<OpenTarget>
  readonly signal: AbortSignal
  readonly onConcealed?: TargetOpener['onConcealed']
}

type Work<T> = (target: OpenTarget, signal: AbortSignal) => Promise<T>

/**
 * Runs work in a cluster within a time limit and behind the circuit breaker, since imported
 * clusters are not trusted. Throws GardenError of the access, the work or the open circuit; those of
 * an imported cluster are concealed.
 */
export async function visitCluster<T>(breaker: CircuitBreaker, access: Access, work: Work<T>): Promise<T> {
  const cluster = JSON.stringify(access.place)
  const run = {}
  try {
    await concealed(access, async () => breaker.enter(cluster, run))
    const target = await access.open()
    const visit = new Visit(access.signal)
    try {
      return await concealed(access, () => reportResult(breaker, cluster, () => work(target, visit.signal)))
    } finally {
      visit.end()
      target.close()
    }
  } finally {
    breaker.leave(cluster, run)
  }
}

async function concealed<T>({ place, onConcealed }: Access, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (place.by === 'shoot' || !(error instanceof GardenError)) throw error
    const shown = concealError(error)
    if (shown !== error) onConcealed?.(place, error)
    throw shown
  }
}

async function reportResult<T>(breaker: CircuitBreaker, cluster: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    const done = await work()
    breaker.answered(cluster)
    return done
  } catch (error) {
    if (error instanceof GardenError) breaker.failed(cluster, error, performance.now() - begun)
    throw error
  }
}
