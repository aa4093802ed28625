/** Display names of the controllers. */
const NAMES: Readonly<Record<string, string>> = {
  cleanup: 'Cleaning',
  cluster: 'Clusters',
  subscription: 'Subscription requests',
  kubeconfig: 'Kubeconfigs',
}

export function controllerName(name: string): string {
  return NAMES[name] ?? name
}

/**
 * Formats the upper bound of most waits in a queue, e.g. `≤ 50 ms`.
 * `ms` is null without runs, and when the waits exceed the largest bucket (5 minutes).
 */
export function waitWords(ms: number | null, runs: number): string {
  if (ms === null) return runs === 0 ? '—' : '> 5 min'
  return ms < 1_000 ? `≤ ${ms} ms` : `≤ ${ms / 1_000} s`
}
