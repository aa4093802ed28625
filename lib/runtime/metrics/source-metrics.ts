import type { ContactState, Phase } from '#lib/garden/reflector/contact.ts'
import type { Runtime } from '#lib/runtime.ts'
import { type MetricSource, metricSource, single } from '#lib/telemetry/metrics/family.ts'

const STATES: readonly (Phase | 'absent')[] = ['starting', 'live', 'reconnecting', 'stale', 'refused', 'absent']

type Parts = Pick<Runtime, 'runtimes' | 'operators' | 'writeQueue'> & {
  readonly inventory: ReturnType<Runtime['context']>['inventory']
}

const gauge = (help: string) => ({ type: 'gauge', help }) as const

/** How fresh what is watched is, how much of it there is, and what waits to be written to Gardener. */
export function sourceMetrics({ inventory, runtimes, operators, writeQueue }: Parts): MetricSource {
  return metricSource(
    {
      hap_reflector_state: gauge('State of what is watched in Gardener and the control plane: 1 for the one it is in'),
      hap_reflector_age_seconds: gauge('Seconds since the last sign of the server for what is watched'),
      hap_reflector_skipped_objects: gauge('Objects of what is watched that cannot be read and are left out'),
      hap_inventory_bindings: gauge('Bindings in memory'),
      hap_inventory_shoots: gauge('Shoots in memory'),
      hap_write_queue_length: gauge('Writes of bindings that wait for their turn in this process'),
      hap_write_queue_wait_seconds: gauge('Seconds a claim that comes now would wait for its write'),
    },
    () => {
      const sources = [
        ...inventory.freshness().map(each => seen(each.source, each)),
        ...(runtimes?.freshness() ?? []).map(each => seen(each.source, each)),
        ...(operators?.freshness() ?? []).map(each => seen(each.kind, each)),
      ]
      return {
        hap_reflector_state: sources.flatMap(({ source, state }) =>
          STATES.map(each => ({ labels: { source, state: each }, value: each === state ? 1 : 0 })),
        ),
        hap_reflector_age_seconds: sources.flatMap(({ source, ageMs }) =>
          ageMs === null ? [] : [{ labels: { source }, value: ageMs / 1_000 }],
        ),
        hap_reflector_skipped_objects: sources.map(({ source, skipped }) => ({ labels: { source }, value: skipped })),
        hap_inventory_bindings: single(inventory.bindingCount),
        hap_inventory_shoots: single(inventory.shootCount),
        hap_write_queue_length: single(writeQueue.length),
        hap_write_queue_wait_seconds: single(writeQueue.expectedMs(1, 'claim') / 1_000),
      }
    },
  )
}

function seen(
  source: string,
  {
    phase,
    ageMs,
    absent,
    skipped,
  }: Pick<ContactState, 'phase' | 'skipped'> & { readonly ageMs: number | null; readonly absent?: boolean },
) {
  return { source, state: absent ? ('absent' as const) : phase, ageMs, skipped: skipped.length }
}
