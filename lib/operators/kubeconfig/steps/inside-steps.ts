import { isAlreadyThere, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES, type Resource, SECRETS } from '#lib/garden/resources/resource.ts'
import { ACCESS_NAMESPACE } from '#lib/hap/access/access-rule.ts'
import { KUBECONFIG_LABELS } from '#lib/operators/api/resources.ts'
import {
  bindingResource,
  RBAC_GROUP,
  roleResource,
  SERVICE_ACCOUNTS,
} from '#lib/operators/kubeconfig/inside/cluster-objects.ts'
import { anchorOf, insideObject } from '#lib/operators/kubeconfig/inside/observe-inside.ts'
import { anchorName, REQUESTED_BY } from '#lib/operators/kubeconfig/names.ts'
import type { Run } from '#lib/operators/kubeconfig/run.ts'
import type { Inside, InsideObject } from '#lib/operators/kubeconfig/state/observed.ts'
import type { InsideKind, Step } from '#lib/operators/kubeconfig/state/step.ts'
import type { WantedRole } from '#lib/operators/kubeconfig/state/wanted-roles.ts'

type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>

/** Deletes an object by its uid; a missing one is no error. Throws GardenError. */
export async function deleteInside(run: Run, { kind, object }: StepOf<'delete'>, inside: Inside): Promise<Inside> {
  const { namespace, name, uid } = object
  try {
    await run.target.client.delete({ resource: resourceOf(kind, object), namespace, name }, { uid, signal: run.inside })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  const without = <T extends InsideObject>(list: readonly T[]) => list.filter(each => each.uid !== uid)
  return {
    ...inside,
    bindings: without(inside.bindings),
    anchors: without(inside.anchors),
    roles: without(inside.roles),
    account: inside.account?.uid === uid ? null : inside.account,
  }
}

/** Replaces the rules of a role in the observed version. Throws GardenError. */
export async function updateRole(run: Run, { role, rules }: StepOf<'update-role'>, inside: Inside): Promise<Inside> {
  const { namespace, name, version: resourceVersion } = role
  const place = { resource: roleResource(namespace), namespace, name }
  const after = await run.target.client.patch(place, { rules }, { resourceVersion, signal: run.inside })
  const updated = { ...insideObject(after), rules }
  return { ...inside, roles: inside.roles.map(each => (each.uid === role.uid ? updated : each)) }
}

/**
 * Creates a namespace that a request needs. It has no owner: content of others survives the
 * request.
 */
export async function createNamespace(run: Run, { name }: StepOf<'create-namespace'>, inside: Inside): Promise<Inside> {
  try {
    await run.target.client.create(
      { resource: NAMESPACES, namespace: null },
      { metadata: { name, annotations: annotationsOf(run) } },
      { signal: run.inside },
    )
  } catch (error) {
    if (!isAlreadyThere(error)) throw error
  }
  return { ...inside, namespaces: new Set([...inside.namespaces, name]) }
}

/** Creates the ServiceAccount of a request. Throws GardenError. */
export async function createAccount(run: Run, inside: Inside): Promise<Inside> {
  // Tokens come only from TokenRequest, so pods must not mount one.
  const account = { automountServiceAccountToken: false }
  const made = await create(run, SERVICE_ACCOUNTS, ACCESS_NAMESPACE, run.name, account)
  return { ...inside, account: insideObject(made) }
}

/** Creates a role of a request. Throws GardenError. */
export async function createRole(run: Run, { namespace, rules }: WantedRole, inside: Inside): Promise<Inside> {
  const made = await create(run, roleResource(namespace), namespace, run.name, { rules })
  return { ...inside, roles: [...inside.roles, { ...insideObject(made), rules }] }
}

/** Binds a role to the ServiceAccount. Throws GardenError. */
export async function createBinding(run: Run, { namespace }: WantedRole, inside: Inside): Promise<Inside> {
  const made = await create(run, bindingResource(namespace), namespace, run.name, {
    roleRef: { apiGroup: RBAC_GROUP, kind: roleResource(namespace).kind, name: run.name },
    subjects: [{ kind: 'ServiceAccount', namespace: ACCESS_NAMESPACE, name: run.name }],
  })
  return { ...inside, bindings: [...inside.bindings, { ...insideObject(made), sound: true }] }
}

/**
 * Creates the empty Secret that the token of an issue is bound to, without a finalizer, so that its
 * deletion ends the token.
 */
export async function createAnchor(run: Run, issue: number, inside: Inside): Promise<Inside> {
  const labels = { [KUBECONFIG_LABELS.issue]: String(issue) }
  const made = await create(run, SECRETS, ACCESS_NAMESPACE, anchorName(run.identity, issue), { type: 'Opaque' }, labels)
  return { ...inside, anchors: [...inside.anchors, anchorOf(made)] }
}

function create(
  run: Run,
  resource: Resource,
  namespace: string | null,
  name: string,
  content: object,
  labels: Readonly<Record<string, string>> = {},
): Promise<KubeObject> {
  const metadata = { name, labels: { ...run.labels, ...labels }, annotations: annotationsOf(run) }
  return run.target.client.create<KubeObject>({ resource, namespace }, { ...content, metadata }, { signal: run.inside })
}

function annotationsOf({ identity }: Run): Record<string, string> {
  return { [REQUESTED_BY]: `${identity.namespace}/${identity.name}` }
}

function resourceOf(kind: InsideKind, { namespace }: InsideObject): Resource {
  switch (kind) {
    case 'binding':
      return bindingResource(namespace)
    case 'role':
      return roleResource(namespace)
    case 'account':
      return SERVICE_ACCOUNTS
    case 'anchor':
      return SECRETS
  }
}
