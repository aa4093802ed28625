import type { Collection, GardenClient, PageOptions } from '#lib/garden/client/client.ts'
import { readOrSkip } from '#lib/garden/client/read-whole.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { bindingProjection } from '#lib/garden/inventory/project-binding.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import type { Binding, BindingKind } from '#lib/hap/pools/binding.ts'
import { isLegalLabelValue, labelKey } from '#lib/hap/pools/labels.ts'

const PAGE = 250

/**
 * The bindings of a kind that a tenant's name is on as they are now, past every cache. Throws GardenError; RangeError for a tenant
 * that is no label value.
 */
export async function freshBindingsOf(
  client: Pick<GardenClient, 'page'>,
  namespace: string,
  kind: BindingKind,
  tenant: string,
): Promise<readonly Binding[]> {
  if (!isLegalLabelValue(tenant)) throw new RangeError('a tenant is a label value')
  const project = bindingProjection(kind, new Interner())
  const labelSelector = `${labelKey(kind, 'tenantName')}=${tenant}`
  const collection: Collection = { resource: bindingResource(kind), namespace, labelSelector }
  const bindings: Binding[] = []
  let options: PageOptions = { limit: PAGE }
  for (;;) {
    const end = await client.page<KubeObject>(collection, options, object => {
      const binding = readOrSkip(project, object)
      if (binding !== null) bindings.push(binding)
    })
    if (end.continue === null) return bindings
    options = { limit: PAGE, continue: end.continue }
  }
}
