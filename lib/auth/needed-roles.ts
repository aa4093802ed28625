import type { Role } from './roles.ts'

/** Minimum role for everything except actions on bindings, which define their own. */
export const NEEDED_ROLES = {
  look: 'viewer',
  claim: 'operator',
  /** To decide any proposal; each also requires the role of its action. */
  decide: 'operator',
  allowlist: 'admin',
  rules: 'admin',
  tokens: 'admin',
  resources: 'operator',
  deleteCluster: 'admin',
  /** The Secret of an imported cluster grants access to that cluster, and the importer names its administrators. */
  bringCluster: 'admin',
  kubeconfigs: 'operator',
  downloadKubeconfig: 'admin',
  sessions: 'admin',
  /** To accept a restored or moved landscape, which puts accounts in doubt back into use. */
  landscape: 'admin',
} as const satisfies Readonly<Record<string, Role>>

/** Whether the page at this path requires a session; API routes authenticate on their own. */
export function needsSession(pathname: string): boolean {
  return !/^\/(sign-in|api|healthz|readyz)(\/|$)/.test(pathname)
}
