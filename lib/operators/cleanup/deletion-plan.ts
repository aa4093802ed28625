import { RESOURCE_KINDS } from '#lib/garden/cleaning/evidence.ts'
import type { Inventory } from './cleaner.ts'
import { belongsTo, ownerOf } from './ownership.ts'
import type { CloudResource } from './resource.ts'

/** What the plan is made by, beside the inventory. */
export interface PlanFacts {
  /** Name of the Gardener project, `kyma-prod`. */
  readonly project: string
  /** Technical ids of clusters that exist: what bears one is in use, in whichever account it is. */
  readonly living: ReadonlySet<string>
}

/** Why a resource stays. Only `used` and `going` may end by themselves. */
export type KeptBecause = 'used' | 'going' | 'living-cluster' | 'other-project' | 'nobody-known'

export interface Kept {
  readonly resource: CloudResource
  readonly because: KeptBecause
}

export interface DeletionPlan {
  /** In the order of deletion. */
  readonly deletes: readonly CloudResource[]
  readonly keeps: readonly Kept[]
}

export const KEPT_WORDS: Readonly<Record<KeptBecause, string>> = {
  used: 'something still uses it',
  going: 'it is being deleted',
  'living-cluster': 'its cluster still exists',
  'other-project': 'a cluster of another Gardener project made it',
  'nobody-known': 'nothing shows that Gardener made it',
}

/** Sorts an inventory into what is deleted and what stays; what the provider itself made is neither. */
export function planDeletion({ resources }: Pick<Inventory, 'resources'>, facts: PlanFacts): DeletionPlan {
  const deletes: CloudResource[] = []
  const keeps: Kept[] = []
  for (const resource of resources) {
    const verdict = judge(resource, facts)
    if (verdict === 'delete') deletes.push(resource)
    else if (verdict !== null) keeps.push({ resource, because: verdict })
  }
  const order = ({ kind }: CloudResource) => RESOURCE_KINDS.indexOf(kind)
  return { deletes: deletes.toSorted((one, other) => order(one) - order(other)), keeps }
}

/** Whether nothing is left that would make the account anything but empty. */
export function isEmpty({ deletes, keeps }: DeletionPlan): boolean {
  return deletes.length === 0 && keeps.length === 0
}

/** Null: it is the provider's. */
function judge(resource: CloudResource, { project, living }: PlanFacts): 'delete' | KeptBecause | null {
  const owner = ownerOf(resource, project)
  switch (owner.by) {
    case 'provider':
      return null
    case 'nobody-known':
    case 'other-project':
      return owner.by
    case 'gardener':
      if (owner.technicalIds.some(id => belongsTo(id, living))) return 'living-cluster'
      return resource.condition === 'idle' ? 'delete' : resource.condition
  }
}
