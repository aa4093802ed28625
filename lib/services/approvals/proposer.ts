import { parseRole } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import type { ApprovalContext } from './approval-context.ts'
import type { ApprovalRow } from './approval-row.ts'

/** Follows the name of who proposed something. */
export const NO_ROLE = ', who proposed this, has no role any more.'

/** Who proposed something, with the role they have now; null when they have none any more. */
export function proposerOf(
  { roleOf }: Pick<ApprovalContext, 'roleOf'>,
  { proposerId: id, proposer: name, proposerRole }: Pick<ApprovalRow, 'proposerId' | 'proposer' | 'proposerRole'>,
): User | null {
  const then = parseRole(proposerRole)
  const role = then && roleOf({ id, role: then })
  return role && { id, name, role }
}
