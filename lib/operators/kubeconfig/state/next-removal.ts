import type { Inside } from './observed.ts'
import type { Step } from './step.ts'

/**
 * The next thing to be taken out of the cluster; null when nothing is left. Bindings first: with them goes the right to do
 * anything, at once. Then the Secrets that tokens are bound to, then the account, and the roles, which nobody has any more.
 */
export function nextRemoval({ bindings, anchors, account, roles }: Inside): Step | null {
  const [binding] = bindings
  if (binding !== undefined) return { do: 'delete', kind: 'binding', object: binding }
  const [anchor] = anchors
  if (anchor !== undefined) return { do: 'delete', kind: 'anchor', object: anchor }
  if (account !== null) return { do: 'delete', kind: 'account', object: account }
  const [role] = roles
  return role === undefined ? null : { do: 'delete', kind: 'role', object: role }
}
