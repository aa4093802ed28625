import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { Role } from '#lib/auth/roles.ts'
import { ACTION_LABELS, ACTIONS } from '#lib/hap/actions/action.ts'

/** Permissions besides actions on bindings. The type requires a label for each new one. */
const WORDS: Readonly<Record<keyof typeof NEEDED_ROLES, string>> = {
  look: 'View every page, simulate, export',
  claim: 'Claim and release accounts (API)',
  decide: 'Decide on proposals of others, with the role of what is proposed',
  rules: 'Publish and roll back rules',
  allowlist: 'Change allowlist and limits',
  tokens: 'Create and revoke API tokens',
  resources: 'Create Clusters and subscription requests, delete the latter',
  deleteCluster: 'Delete Clusters',
  bringCluster: 'Bring Clusters that are there already',
  kubeconfigs: 'Create, rotate, revoke and delete kubeconfig requests',
  downloadKubeconfig: 'Download a kubeconfig, after a recent sign-in',
  sessions: 'See and end sessions of others',
  landscape: 'Accept a restored or moved landscape',
}

interface Duty {
  readonly what: string
  /** The lowest sufficient role. */
  readonly needed: Role
}

const { look, claim, ...others } = WORDS

/** All permissions with the lowest sufficient role. */
export const DUTIES: readonly Duty[] = [
  { what: look, needed: NEEDED_ROLES.look },
  { what: claim, needed: NEEDED_ROLES.claim },
  ...ACTIONS.map(action => ({
    what: `${ACTION_LABELS[action].verb}, also in bulk`,
    needed: ACTION_LABELS[action].role,
  })),
  ...(Object.keys(others) as (keyof typeof others)[]).map(name => ({ what: others[name], needed: NEEDED_ROLES[name] })),
]
