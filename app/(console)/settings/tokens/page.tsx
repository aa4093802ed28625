import type { Metadata } from 'next'
import { PageHead } from '#components/shell/page-head.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleRefusal } from '#lib/auth/roles.ts'
import { env } from '#lib/env.ts'
import { runtime } from '#lib/runtime.ts'
import { listTokensOfFormerAdmins } from '#lib/services/tokens/former-admins.ts'
import { listTokens } from '#lib/services/tokens/token.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { requirePageUser } from '../../page-user.ts'
import { signInAgain } from '../../server-action.ts'
import { TokensPanel } from './tokens-panel.tsx'

export const metadata: Metadata = { title: 'API tokens' }

/** API tokens, for admins. */
export default async function TokensPage() {
  const user = await requirePageUser()
  const obstacle = roleRefusal(user.role, NEEDED_ROLES.tokens)
  if (obstacle !== null)
    return (
      <>
        <PageHead title="API tokens" />
        <EmptyState reason="forbidden" title="No access to API tokens">
          {obstacle} You are signed in as {user.role}.
        </EmptyState>
      </>
    )
  const found = await tokensOf(user)
  if (found === null)
    return (
      <>
        <PageHead title="API tokens" />
        <EmptyState reason="unreachable" title="This could not be loaded">
          Tokens are stored in the database, which is not responding. Reload the page once the database responds.
        </EmptyState>
      </>
    )
  return (
    <TokensPanel
      tokens={found.tokens}
      actor={user.name}
      signIn={await signInAgain(user)}
      grantsAccess={env().HAP_TOKENS_GRANT_ACCESS}
      ofFormerAdmins={found.ofFormerAdmins.map(({ name }) => name)}
    />
  )
}

async function tokensOf(user: Parameters<typeof listTokens>[0]['user']) {
  try {
    const { store } = runtime()
    const [tokens, ofFormerAdmins] = await Promise.all([listTokens({ store, user }), listTokensOfFormerAdmins(store)])
    return { tokens, ofFormerAdmins }
  } catch (error) {
    if (error instanceof StoreError) return null
    throw error
  }
}
