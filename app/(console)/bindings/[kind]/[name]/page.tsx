import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { bindingQuery } from '#app/data/binding-queries.ts'
import { usesQuery } from '#app/data/operator-queries.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { type BindingDetail, getBindingDetail, parseBindingRef } from '#lib/queries/bindings/binding-detail.ts'
import { areBindingsRead } from '#lib/queries/health.ts'
import { listUses } from '#lib/queries/operators/binding-uses.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../../../page-user.ts'
import { Prefetched } from '../../../prefetched.tsx'
import { BindingView } from './binding-view.tsx'

interface BindingPageProps {
  readonly params: Promise<{ readonly kind: string; readonly name: string }>
}

export async function generateMetadata({ params }: BindingPageProps): Promise<Metadata> {
  await requirePageUser()
  return { title: findBinding(runtime().context(), await params)?.place.name ?? 'Not found' }
}

export default async function BindingPage({ params }: BindingPageProps) {
  const { name, role } = await requirePageUser()
  const context = runtime().context()
  const found = findBinding(context, await params)
  if (!found) notFound()
  const { place, detail } = found
  const used = { kind: place.kind, name: place.name }
  const uses = [[usesQuery(used), listUses(runtime().operators, { binding: place })] as const]
  return (
    <Prefetched
      context={context}
      answers={[...uses, ...(detail ? [[bindingQuery(place.kind, place.name), detail] as const] : [])]}
    >
      <BindingView kind={place.kind} name={place.name} namespace={place.namespace} person={{ name, role }} />
    </Prefetched>
  )
}

interface FoundBinding {
  readonly place: BindingRef
  /** Null before the inventory has read the bindings, when existence is unknown. */
  readonly detail: BindingDetail | null
}

/** Finds the binding of an address; null when there is none. */
function findBinding(context: QueryContext, params: { kind: string; name: string }): FoundBinding | null {
  const place = placeOf(context, params)
  const detail = place && getBindingDetail(context, place.kind, place.name)
  return place && (detail || !areBindingsRead(context)) ? { place, detail } : null
}

function placeOf(context: QueryContext, params: { kind: string; name: string }): BindingRef | null {
  try {
    return parseBindingRef(context, params)
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
