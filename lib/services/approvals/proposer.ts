import { parseRole } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { ApprovalContext } from './approval-context.ts'
import type { ApprovalRow } from './approval-row.ts'
import { overWords } from './find-approval.ts'

/** Who proposed what still waits, with the role they have now. Throws RefusedError where nobody can approve it any more. */
export function proposerOf({ roleOf, now }: Pick<ApprovalContext, 'roleOf' | 'now'>, row: ApprovalRow): User {
  const over = overWords(row, now())
  if (over !== null) throw new RefusedError(409, over)
  const { proposerId: id, proposer: name, proposerRole } = row
  const then = parseRole(proposerRole)
  const role = then && roleOf({ id, role: then })
  if (role === null) throw new RefusedError(409, `${name}, who proposed this, has no role any more.`)
  return { id, name, role }
}
