/** Names of controllers as people call them. */
const NAMES: Readonly<Record<string, string>> = {
  cleanup: 'Cleaning',
  cluster: 'Clusters',
  subscription: 'Subscription requests',
  kubeconfig: 'Kubeconfigs',
}

export function controllerName(name: string): string {
  return NAMES[name] ?? name
}

/** How long most waits were at most: `≤ 50 ms`. `ms` null = longer than is told apart, or none yet. */
export function waitWords(ms: number | null, runs: number): string {
  if (ms === null) return runs === 0 ? '—' : '> 5 min'
  return ms < 1_000 ? `≤ ${ms} ms` : `≤ ${ms / 1_000} s`
}
