import { RESOURCE_KINDS } from '#lib/garden/cleaning-progress.ts'
import type { CloudResource, Inventory } from './cleaner.ts'

/** Facts beside the inventory that decide on the plan. */
export interface PlanFacts {
  /** Name of the Gardener project, `kyma-prod`. */
  readonly project: string
  /** Technical ids of existing clusters, whose resources are in use on any account. */
  readonly living: ReadonlySet<string>
}

/** Resources to delete and resources that stay. */
export interface DeletionPlan {
  /** Resources in the order of deletion. */
  readonly deletes: readonly CloudResource[]
  readonly keeps: readonly Kept[]
}

/** A resource that stays. */
export interface Kept {
  readonly resource: CloudResource
  readonly because: KeptBecause
}

/** Why a resource stays. Only `used` and `going` may resolve by themselves. */
type KeptBecause = 'used' | 'going' | 'living-cluster' | 'other-project' | 'nobody-known'

/** Reasons of staying resources as clauses. */
export const KEPT_REASONS: Readonly<Record<KeptBecause, string>> = {
  used: 'something still uses it',
  going: 'it is being deleted',
  'living-cluster': 'its cluster still exists',
  'other-project': 'created by a cluster of another Gardener project',
  'nobody-known': 'not known to be created by Gardener',
}

/**
 * Divides an inventory into resources to delete and resources that stay; omits those of the
 * provider itself.
 */
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

/** Whether the account is empty. */
export function isEmpty({ deletes, keeps }: DeletionPlan): boolean {
  return deletes.length === 0 && keeps.length === 0
}

/** Returns null for a resource of the provider. */
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

/** Owner of a resource. Only resources of the own Gardener project are ever deleted. */
type Owner =
  | {
      readonly by: 'gardener'
      /** Technical ids of its clusters; none where Kubernetes created it without naming a cluster. */
      readonly technicalIds: readonly string[]
    }
  /** A cluster of another Gardener project. */
  | { readonly by: 'other-project'; readonly technicalId: string }
  | { readonly by: 'provider' }
  | { readonly by: 'nobody-known' }

/** Prefix of the tag that cloud controllers and volume drivers set (Kubernetes on AWS). */
const CLUSTER_TAG = 'kubernetes.io/cluster/'

/**
 * Label with the technical id of the cluster, on disks on GCP (Gardener's extension for GCP, since
 * 2023).
 */
const CLUSTER_LABEL = 'k8s-cluster-name'

/** `shoot--<project>--<shoot>`, also with a suffix (Gardener). */
const TECHNICAL_ID = /^shoot--([a-z0-9](?:-?[a-z0-9])*)--[a-z0-9]/

/** Determines the owner of a resource from the view of a Gardener project. */
function ownerOf(resource: CloudResource, project: string): Owner {
  if (resource.ofProvider) return { by: 'provider' }
  const technicalIds = technicalIdsOf(resource)
  const foreign = technicalIds.find(id => projectOf(id) !== project)
  if (foreign !== undefined) return { by: 'other-project', technicalId: foreign }
  // Kubernetes uses shared resources of others and never deletes them.
  if (isShared(resource)) return { by: 'nobody-known' }
  return technicalIds.length > 0 || resource.madeByKubernetes
    ? { by: 'gardener', technicalIds }
    : { by: 'nobody-known' }
}

/** Whether a technical id, or a name that begins with it, belongs to one of these clusters. */
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
