import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { globalAccountQuery } from '#app/data/global-account-queries.ts'
import { isLegalLabelValue } from '#lib/hap/pools/label-value.ts'
import { globalAccountDetail } from '#lib/queries/global-accounts/global-account-detail.ts'
import { everythingIsRead } from '#lib/queries/health.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../../page-user.ts'
import { Prefetched } from '../../prefetched.tsx'
import { GlobalAccountView } from './global-account-view.tsx'

interface GlobalAccountPageProps {
  readonly params: Promise<{ readonly id: string }>
}

export async function generateMetadata({ params }: GlobalAccountPageProps): Promise<Metadata> {
  const { id } = await params
  const context = runtime().context()
  return { title: globalAccountDetail(context, id) || mayExist(context, id) ? id : 'Not found' }
}

export default async function GlobalAccountPage({ params }: GlobalAccountPageProps) {
  await requirePageUser()
  const { id } = await params
  const context = runtime().context()
  const detail = globalAccountDetail(context, id)
  if (!detail && !mayExist(context, id)) notFound()
  return (
    <Prefetched context={context} answers={detail ? [[globalAccountQuery(id), detail]] : []}>
      <GlobalAccountView id={id} />
    </Prefetched>
  )
}

/** Before all is read nobody knows whether there is such a global account. */
function mayExist(context: QueryContext, id: string): boolean {
  return isLegalLabelValue(id) && !everythingIsRead(context)
}
