import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { clusterQuery } from '#app/data/operator-queries.ts'
import { getClusterDetail } from '#lib/queries/operators/cluster-detail.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../../../page-user.ts'
import { Prefetched } from '../../../prefetched.tsx'
import { signInAgain } from '../../../server-action.ts'
import { findObject } from '../../object/find-object.ts'
import { ClusterView } from './cluster-view.tsx'

interface ClusterPageProps {
  readonly params: Promise<{ readonly name: string }>
}

export async function generateMetadata({ params }: ClusterPageProps): Promise<Metadata> {
  await requirePageUser()
  const { name } = await params
  return { title: findObject('Cluster', name, getClusterDetail) === null ? 'Not found' : name }
}

export default async function ClusterPage({ params }: ClusterPageProps) {
  const user = await requirePageUser()
  const { name } = await params
  const found = findObject('Cluster', name, getClusterDetail)
  if (found === null) notFound()
  const { detail } = found
  return (
    <Prefetched context={runtime().context()} answers={detail ? [[clusterQuery(name), detail]] : []}>
      <ClusterView name={name} person={{ name: user.name, role: user.role }} signIn={await signInAgain(user)} />
    </Prefetched>
  )
}
