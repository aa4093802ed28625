import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Auth } from '#lib/auth/auth.ts'
import { userOfCookie } from '#lib/auth/user-of-cookie.ts'
import { DEVELOPMENT } from '#lib/env.ts'
import { attemptDraft } from '#lib/services/audit/audited.ts'
import { providePageActions } from '#lib/services/audit/page-actions.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { logError } from '#lib/telemetry/log.ts'
import { currentRequestId } from '#lib/telemetry/request-scope.ts'

/** What a call of an action that never began is called in the audit log. */
const CALL = 'call page action'

/** Records calls of actions of pages that are refused before an action begins, of those who are signed in. */
export function recordRefusedCalls({ audit, auth }: { readonly audit: AuditLog; readonly auth: Auth }): void {
  const names = actionNames()
  providePageActions({
    has: id => names === null || names.has(id),
    async refused({ page, actionId, cookie, why }) {
      try {
        const user = cookie === null ? null : await userOfCookie(auth, cookie)
        if (user === null) return
        const name = actionId === null ? undefined : names?.get(actionId)
        // What is searched for on the page is of no interest.
        const draft = attemptDraft(CALL, { user, requestId: currentRequestId() }, [page.split('?', 1).join()])
        await audit.refused({ ...draft, ...(name !== undefined && { after: { action: name } }) }, why)
      } catch (error) {
        if (!(error instanceof StoreError)) logError(error)
      }
    },
  })
}

const Manifest = z.object({ node: z.record(z.string(), z.object({ exportedName: z.string().default('') })) })

/** Names of the actions of this build by their ids; null where they come into being as pages are looked at. */
function actionNames(): ReadonlyMap<string, string> | null {
  if (DEVELOPMENT) return null
  const file = path.join(process.cwd(), '.next', 'server', 'server-reference-manifest.json')
  const { node } = Manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
  return new Map(Object.entries(node).map(([id, { exportedName }]) => [id, exportedName]))
}
