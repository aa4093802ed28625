import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { subscriptionQuery } from '#app/data/operator-queries.ts'
import { getSubscriptionDetail } from '#lib/queries/operators/subscription-detail.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../../../page-user.ts'
import { Prefetched } from '../../../prefetched.tsx'
import { signInAgain } from '../../../server-action.ts'
import { findObject } from '../../object/find-object.ts'
import { SubscriptionView } from './subscription-view.tsx'

interface SubscriptionPageProps {
  readonly params: Promise<{ readonly name: string }>
}

export async function generateMetadata({ params }: SubscriptionPageProps): Promise<Metadata> {
  await requirePageUser()
  const { name } = await params
  return { title: findObject('SubscriptionRequest', name, getSubscriptionDetail) === null ? 'Not found' : name }
}

export default async function SubscriptionPage({ params }: SubscriptionPageProps) {
  const user = await requirePageUser()
  const { name } = await params
  const found = findObject('SubscriptionRequest', name, getSubscriptionDetail)
  if (found === null) notFound()
  const { detail } = found
  return (
    <Prefetched context={runtime().context()} answers={detail ? [[subscriptionQuery(name), detail]] : []}>
      <SubscriptionView name={name} person={{ name: user.name, role: user.role }} signIn={await signInAgain(user)} />
    </Prefetched>
  )
}
