import type { Metadata } from 'next'
import { allowlistQuery } from '#app/data/global-account-queries.ts'
import { getAllowlist } from '#lib/queries/allowlist/allowlist-detail.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { AllowlistView } from './workbench.tsx'

export const metadata: Metadata = { title: 'Allowlist and limits' }

export default async function AllowlistPage() {
  const { name, role } = await requirePageUser()
  const context = runtime().context()
  return (
    <Prefetched context={context} answers={[[allowlistQuery(), getAllowlist(context, runtime().multiAccount)]]}>
      <AllowlistView person={{ name, role }} />
    </Prefetched>
  )
}
