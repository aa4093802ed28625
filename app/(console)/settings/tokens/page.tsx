import type { Metadata } from 'next'
import { PageHead } from '#components/shell/page-head.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleObstacle } from '#lib/auth/roles.ts'
import { runtime } from '#lib/runtime.ts'
import { listTokens } from '#lib/services/tokens/list-tokens.ts'
import { requirePageUser } from '../../page-user.ts'
import { TokensPanel } from './tokens-panel.tsx'

export const metadata: Metadata = { title: 'API tokens' }

/** The tokens of scripts, for admins. */
export default async function TokensPage() {
  const user = await requirePageUser()
  const obstacle = roleObstacle(user.role, NEEDED_ROLES.tokens)
  if (obstacle !== null)
    return (
      <>
        <PageHead title="API tokens" />
        <EmptyState reason="forbidden" title="API tokens are not shown to you">
          {obstacle} You are signed in as {user.role}.
        </EmptyState>
      </>
    )
  return <TokensPanel tokens={await listTokens({ store: runtime().store, user })} actor={user.name} />
}
