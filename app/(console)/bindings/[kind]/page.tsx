import { notFound, redirect } from 'next/navigation'
import { paths } from '#lib/paths.ts'
import { findNamesakes } from '#lib/queries/bindings/binding-detail.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../../page-user.ts'

export const metadata = { title: 'Not found' }

/**
 * Redirects a binding's name without its kind to the binding, or to the list when several have the
 * name.
 */
export default async function BindingByName({ params }: { readonly params: Promise<{ readonly kind: string }> }) {
  await requirePageUser()
  const { kind: name } = await params
  const [binding, another] = findNamesakes(runtime().context(), name)
  if (!binding) notFound()
  redirect(another ? paths.bindings({ q: `name:${name}` }) : paths.binding(binding))
}
