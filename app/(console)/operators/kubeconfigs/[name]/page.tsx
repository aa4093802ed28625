import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { kubeconfigQuery } from '#app/data/operator-queries.ts'
import { signedInAt } from '#lib/auth/session.ts'
import { getKubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import { runtime } from '#lib/runtime.ts'
import { kubeconfigSight } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { requirePageUser } from '../../../page-user.ts'
import { Prefetched } from '../../../prefetched.tsx'
import { signInAgain } from '../../../server-action.ts'
import { findObject } from '../../object/find-object.ts'
import { KubeconfigView } from './kubeconfig-view.tsx'

interface KubeconfigPageProps {
  readonly params: Promise<{ readonly name: string }>
}

export async function generateMetadata({ params }: KubeconfigPageProps): Promise<Metadata> {
  return { title: decodeURIComponent((await params).name) }
}

export default async function KubeconfigPage({ params }: KubeconfigPageProps) {
  const user = await requirePageUser()
  const name = decodeURIComponent((await params).name)
  const context = runtime().context()
  const find = () => getKubeconfigDetail(kubeconfigSight(runtime(), context.at), name)
  const found = findObject('KubeconfigRequest', name, find)
  if (!found) notFound()
  const { detail } = found
  return (
    <Prefetched context={context} answers={detail ? [[kubeconfigQuery(name), detail]] : []}>
      <KubeconfigView
        name={name}
        person={{ name: user.name, role: user.role }}
        signedInAt={await signedInAt(runtime().auth)}
        signIn={await signInAgain(user)}
      />
    </Prefetched>
  )
}
