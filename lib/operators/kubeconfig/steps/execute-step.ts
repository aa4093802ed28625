import { isAlreadyThere, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES, type Resource, SECRETS } from '#lib/garden/resources/resource.ts'
import { ACCESS_NAMESPACE } from '#lib/hap/access/access-rule.ts'
import { KUBECONFIG_LABELS } from '#lib/operators/api/resources.ts'
import { anchorName, REQUESTED_BY } from '#lib/operators/kubeconfig/names.ts'
import type { Run } from '#lib/operators/kubeconfig/run.ts'
import type { Inside, InsideObject, Observed } from '#lib/operators/kubeconfig/state/observed.ts'
import type { InsideKind, Step } from '#lib/operators/kubeconfig/state/step.ts'
import type { WantedRole } from '#lib/operators/kubeconfig/state/wanted-roles.ts'
import {
  bindingResource,
  RBAC_GROUP,
  roleResource,
  SERVICE_ACCOUNTS,
} from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { anchorOf, insideObject, observeInside } from '#lib/operators/kubeconfig/steps/observe-inside.ts'
import { issueKubeconfig } from './issue.ts'
import {
  acknowledgeRotation,
  deleteSecret,
  dropFinalizer,
  fence,
  forgetExpiry,
  noteApplied,
  noteIssue,
  noteRemoved,
  noteRevoked,
  noteRotation,
  remember,
  takeFinalizer,
} from './record-steps.ts'

/** Executable steps, without waits and probes, which end or repeat a run. */
type WorkStep = Exclude<Step, { do: 'wait' | 'probe' }>

/**
 * Executes one step. Returns the observed state afterwards without another read. Throws
 * GardenError.
 */
export async function executeStep(run: Run, step: WorkStep, observed: Observed): Promise<Observed> {
  switch (step.do) {
    case 'add-finalizer':
      return takeFinalizer(run, observed)
    case 'drop-finalizer':
      return dropFinalizer(run, observed)
    case 'acknowledge-rotation':
      return acknowledgeRotation(run, observed)
    case 'forget-expiry':
      return forgetExpiry(run, observed)
    case 'delete-secret':
      return deleteSecret(run, observed)
    case 'fence':
      return fence(run, observed, step.because)
    case 'remember':
      return remember(run, observed, step.revocation)
    case 'note-issue':
      return noteIssue(run, observed, step.issue)
    case 'note-applied':
      return noteApplied(run, observed)
    case 'note-rotation':
      return noteRotation(run, observed)
    case 'note-removed':
      return noteRemoved(run, observed)
    case 'note-revoked':
      return noteRevoked(run, observed, step.proof)
    case 'look':
      return { ...observed, inside: await run.inCluster(() => observeCluster(run, observed)) }
    case 'issue':
      return issueKubeconfig(run, step, observed)
    default:
      return { ...observed, inside: await run.inCluster(() => changeInside(run, step, insideOf(observed))) }
  }
}

async function observeCluster(run: Run, { target, wanted }: Observed): Promise<Inside> {
  if (target.state !== 'found') throw new Error('A look came at a cluster that was not found.')
  const namespaces = [ACCESS_NAMESPACE, ...wanted.roles.flatMap(({ namespace }) => namespace ?? [])]
  const question = { installation: run.context.installation, uid: run.identity.uid, name: run.name, namespaces }
  return observeInside(await run.open(target.place), question, run.inside)
}

type InsideStep = Extract<
  Step,
  {
    do:
      | 'delete'
      | 'update-role'
      | 'create-namespace'
      | 'create-account'
      | 'create-role'
      | 'create-binding'
      | 'create-anchor'
  }
>

function changeInside(run: Run, step: InsideStep, inside: Inside): Promise<Inside> {
  switch (step.do) {
    case 'delete':
      return deleteInside(run, step, inside)
    case 'update-role':
      return updateRole(run, step, inside)
    case 'create-namespace':
      return createNamespace(run, step, inside)
    case 'create-account':
      return createAccount(run, inside)
    case 'create-role':
      return createRole(run, step.role, inside)
    case 'create-binding':
      return createBinding(run, step.role, inside)
    case 'create-anchor':
      return createAnchor(run, step.issue, inside)
  }
}

function insideOf({ inside }: Observed): Inside {
  if (inside === null) throw new Error('A step in a cluster came before the look at it.')
  return inside
}

type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>

/** Deletes an object by its uid; a missing one is no error. Throws GardenError. */
async function deleteInside(run: Run, { kind, object }: StepOf<'delete'>, inside: Inside): Promise<Inside> {
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
async function updateRole(run: Run, { role, rules }: StepOf<'update-role'>, inside: Inside): Promise<Inside> {
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
async function createNamespace(run: Run, { name }: StepOf<'create-namespace'>, inside: Inside): Promise<Inside> {
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
async function createAccount(run: Run, inside: Inside): Promise<Inside> {
  // Tokens come only from TokenRequest, so pods must not mount one.
  const account = { automountServiceAccountToken: false }
  const made = await create(run, SERVICE_ACCOUNTS, ACCESS_NAMESPACE, run.name, account)
  return { ...inside, account: insideObject(made) }
}

/** Creates a role of a request. Throws GardenError. */
async function createRole(run: Run, { namespace, rules }: WantedRole, inside: Inside): Promise<Inside> {
  const made = await create(run, roleResource(namespace), namespace, run.name, { rules })
  return { ...inside, roles: [...inside.roles, { ...insideObject(made), rules }] }
}

/** Binds a role to the ServiceAccount. Throws GardenError. */
async function createBinding(run: Run, { namespace }: WantedRole, inside: Inside): Promise<Inside> {
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
async function createAnchor(run: Run, issue: number, inside: Inside): Promise<Inside> {
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
