import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createGardenClient } from '#lib/garden/client/client.ts'
import { watchInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { accessBy } from '../../test/garden/access-by.ts'

/** Figures that a process measures about itself while it starts an inventory. */
export interface ColdStart {
  readonly stallMs: number
  /** Peak resident memory during the start, minus that before the start. */
  readonly growthMb: number
  readonly seconds: number
}

const NAMESPACE = 'garden-kyma-prod'

process.on('disconnect', () => process.exit(0))
const [kubeconfig] = await once(process, 'message')
process.send?.(await coldStart(String(kubeconfig)))

async function coldStart(kubeconfig: string): Promise<ColdStart> {
  const client = createGardenClient({ access: accessBy(kubeconfig), version: 'bench' })
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let peak = before
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const begun = performance.now()
  const kinds = ['CredentialsBinding', 'SecretBinding'] as const
  const live = watchInventory({ client, namespace: NAMESPACE, kinds, staleAfterMs: 60_000 })
  if (!(await live.ready(AbortSignal.timeout(60_000)))) throw new Error('The inventory did not get ready within 60 s.')
  const seconds = (performance.now() - begun) / 1000
  delays.disable()
  clearInterval(sampler)
  const { bindingCount, shootCount } = live.inventory
  if (bindingCount !== 5000 || shootCount !== 5000)
    throw new Error(`${bindingCount} bindings and ${shootCount} shoots came.`)
  if (delays.count === 0) throw new Error('The event loop was not watched.')
  await live.stop()
  client.close()
  return { stallMs: delays.max / 1e6, growthMb: (peak - before) / 1e6, seconds }
}
