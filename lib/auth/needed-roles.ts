import type { Role } from './roles.ts'

/** The least role for what is no action on a binding; actions have theirs with their names. */
export const NEEDED_ROLES = {
  look: 'viewer',
  claim: 'operator',
  /** Of any proposal; each needs the role of its action besides. */
  decide: 'operator',
  allowlist: 'admin',
  rules: 'admin',
  tokens: 'admin',
  resources: 'operator',
  deleteCluster: 'admin',
  /** Its Secret opens whatever cluster it leads to, and who brings it names the administrators there. */
  bringCluster: 'admin',
  kubeconfigs: 'operator',
  downloadKubeconfig: 'admin',
  sessions: 'admin',
  /** To accept a restored or moved landscape: accounts in doubt come into use again. */
  landscape: 'admin',
} as const satisfies Readonly<Record<string, Role>>
