import { RESOURCE_KINDS } from '#lib/garden/cleaning/evidence.ts'
import type { CloudResource, Inventory } from './cleaner.ts'

/** What the plan is made by, beside the inventory. */
export interface PlanFacts {
  /** Name of the Gardener project, `kyma-prod`. */
  readonly project: string
  /** Technical ids of clusters that exist: what bears one is in use, in whichever account it is. */
  readonly living: ReadonlySet<string>
}

export interface DeletionPlan {
  /** In the order of deletion. */
  readonly deletes: readonly CloudResource[]
  readonly keeps: readonly Kept[]
}

export interface Kept {
  readonly resource: CloudResource
  readonly because: KeptBecause
}

/** Why a resource stays. Only `used` and `going` may end by themselves. */
type KeptBecause = 'used' | 'going' | 'living-cluster' | 'other-project' | 'nobody-known'

export const KEPT_REASONS: Readonly<Record<KeptBecause, string>> = {
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

/** Whose a resource is. Only what our own Gardener project made is ever deleted. */
type Owner =
  | {
      readonly by: 'gardener'
      /** Of each cluster it bears; none where Kubernetes made it and does not say for which. */
      readonly technicalIds: readonly string[]
    }
  /** Another Gardener project's cluster. */
  | { readonly by: 'other-project'; readonly technicalId: string }
  | { readonly by: 'provider' }
  | { readonly by: 'nobody-known' }

/** Key of the tag that cloud controllers and volume drivers put on what they make for a cluster (Kubernetes on AWS). */
const CLUSTER_TAG = 'kubernetes.io/cluster/'

/** Label whose value is the technical id of the cluster: of disks on GCP (Gardener's extension for GCP, since 2023). */
const CLUSTER_LABEL = 'k8s-cluster-name'

/** `shoot--<project>--<shoot>`, and what is named after it with more behind (Gardener). */
const TECHNICAL_ID = /^shoot--([a-z0-9](?:-?[a-z0-9])*)--[a-z0-9]/

/** Whose a resource is, seen from a Gardener project. */
function ownerOf(resource: CloudResource, project: string): Owner {
  if (resource.ofProvider) return { by: 'provider' }
  const technicalIds = technicalIdsOf(resource)
  const foreign = technicalIds.find(id => projectOf(id) !== project)
  if (foreign !== undefined) return { by: 'other-project', technicalId: foreign }
  // Kubernetes shares what somebody else made, and leaves it alone itself.
  if (isShared(resource)) return { by: 'nobody-known' }
  return technicalIds.length > 0 || resource.madeByKubernetes
    ? { by: 'gardener', technicalIds }
    : { by: 'nobody-known' }
}

/** Whether a resource that bears a technical id, or a name that begins with it, belongs to one of these clusters. */
function belongsTo(technicalId: string, clusters: ReadonlySet<string>): boolean {
  if (clusters.has(technicalId)) return true
  for (const cluster of clusters) if (technicalId.startsWith(`${cluster}-`)) return true
  return false
}

function isShared({ tags }: CloudResource): boolean {
  return Object.entries(tags).some(([key, value]) => key.startsWith(CLUSTER_TAG) && value === 'shared')
}

function technicalIdsOf({ name, tags }: CloudResource): readonly string[] {
  const tagged = Object.keys(tags).flatMap(key => (key.startsWith(CLUSTER_TAG) ? [key.slice(CLUSTER_TAG.length)] : []))
  const labelled = Object.hasOwn(tags, CLUSTER_LABEL) ? (tags[CLUSTER_LABEL] ?? '') : ''
  return [...tagged, labelled, name].filter(text => TECHNICAL_ID.test(text))
}

function projectOf(technicalId: string): string | null {
  return TECHNICAL_ID.exec(technicalId)?.[1] ?? null
}
