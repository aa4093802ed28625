import type { Metadata } from 'next'
import { allowlistAnswer } from '#app/api/allowlist-answer.ts'
import { allowlistQuery } from '#app/data/allowlist-queries.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { AllowlistView } from './allowlist-view.tsx'

export const metadata: Metadata = { title: 'Allowlist' }

export default async function AllowlistPage() {
  const { name, role } = await requirePageUser()
  const context = runtime().context()
  return (
    <Prefetched context={context} answers={[[allowlistQuery(), allowlistAnswer(context)]]}>
      <AllowlistView person={{ name, role }} />
    </Prefetched>
  )
}
