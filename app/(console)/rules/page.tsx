import type { Metadata } from 'next'
import { rulesQuery } from '#app/data/rules-queries.ts'
import { runtime } from '#lib/runtime.ts'
import { getRules } from '#lib/services/rules/get-rules.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { RulesView } from './rules-view.tsx'

export const metadata: Metadata = { title: 'Rules' }

export default async function RulesPage() {
  const { name, role } = await requirePageUser()
  const context = runtime().context()
  return (
    <Prefetched context={context} answers={[[rulesQuery(), getRules(context, runtime().rules.active)]]}>
      <RulesView person={{ name, role }} />
    </Prefetched>
  )
}
