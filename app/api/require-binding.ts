import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { type BindingDetail, getBindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'

/**
 * Finds a binding in the inventory. Throws NotFoundError otherwise, also for objects that exist
 * only in Gardener.
 */
export function requireBinding(context: QueryContext, { kind, name }: BindingRef): BindingDetail {
  const detail = getBindingDetail(context, kind, name)
  if (!detail) throw new NotFoundError(`There is no ${kind} ${name} in ${context.inventory.namespace}.`)
  return detail
}
