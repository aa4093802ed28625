import { z } from 'zod'
import { BINDING_KINDS, type BindingRef } from '#lib/hap/pools/binding.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { NotFoundError } from './problem.ts'

const Place = z.object({
  kind: z.enum(BINDING_KINDS),
  name: z.string().regex(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/),
})

/** The binding an address names. Throws NotFoundError for a kind or name that cannot exist. */
export function bindingPlace({ inventory }: QueryContext, params: { kind: string; name: string }): BindingRef {
  const place = Place.safeParse(params)
  if (!place.success) throw new NotFoundError('There is no such binding.')
  return { ...place.data, namespace: inventory.namespace }
}
