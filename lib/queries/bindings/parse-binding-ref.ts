import { z } from 'zod'
import { BINDING_KINDS, BINDING_NAME, type BindingRef } from '#lib/hap/pools/binding.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'

const Place = z.object({
  kind: z.enum(BINDING_KINDS),
  name: z.string().regex(BINDING_NAME),
})

/** The binding an address names. Throws NotFoundError for a kind or name that cannot exist. */
export function parseBindingRef({ inventory }: QueryContext, params: { kind: string; name: string }): BindingRef {
  const place = Place.safeParse(params)
  if (!place.success) throw new NotFoundError('There is no such binding.')
  return { ...place.data, namespace: inventory.namespace }
}
