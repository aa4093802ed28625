import { isObject, type Json, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import type { ReceivedResponse } from '../../../test/contract/scenario.ts'
import { type Caller, MERGE, namespace, startCaller } from '../../../test/embedded-garden/caller.ts'
import { QUICK_CLOCK } from '../../../test/kit/clock.ts'
import { waitFor } from '../../../test/kit/wait.ts'
import { chartDefinitions, chartRoles } from './chart.ts'
import { seedCluster, seedKubeconfigRequest, seedSubscriptionRequest } from './seed-examples.ts'

const NAMESPACE = 'cluster-operator'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const ROLES = '/apis/rbac.authorization.k8s.io/v1'

export const PATHS = {
  Cluster: `/apis/operator.kyma-project.io/v1alpha1/namespaces/${NAMESPACE}/clusters`,
  SubscriptionRequest: `/apis/control-plane.kyma-project.io/v1alpha1/namespaces/${NAMESPACE}/subscriptionrequests`,
  KubeconfigRequest: `/apis/operator.kyma-project.io/v1alpha1/namespaces/${NAMESPACE}/kubeconfigrequests`,
} as const

export type Kind = keyof typeof PATHS

export const KINDS = Object.keys(PATHS) as Kind[]

export const SEEDS = {
  Cluster: seedCluster,
  SubscriptionRequest: seedSubscriptionRequest,
  KubeconfigRequest: seedKubeconfigRequest,
} as const satisfies Record<Kind, () => JsonObject>

/** Values by the paths of their fields, `spec.core.region`; null takes a field out. */
export type Fields = Readonly<Record<string, Json>>

/** Spec of an imported Cluster. */
export const BROUGHT = { kubeconfigSecretRef: { name: 'mine' } }

/** A person who answers requests manually. */
type Server = Pick<Caller, 'call' | 'ask'>

interface Writes {
  create(kind: Kind, body: JsonObject): Promise<ReceivedResponse>
  /** Sets fields of a stored object. */
  change(kind: Kind, name: string, fields: Fields, query?: string): Promise<ReceivedResponse>
  setStatus(kind: Kind, name: string, status: object): Promise<JsonObject>
}

export type ChartServer = Caller & Writes

/** A garden to which the chart was applied over HTTP. The users have the role they are named after; the name is the token, too. */
export async function startChartServer(users: readonly string[] = []): Promise<ChartServer> {
  const caller = await startCaller({
    clock: QUICK_CLOCK,
    users: users.map(name => ({ token: name, user: { name, uid: name, groups: [] } })),
  })
  await applyChart(caller)
  for (const name of users) await bindRole(caller, name, name)
  return { ...caller, ...writesTo(caller) }
}

/**
 * Applies the chart, makes a namespace and waits until the three kinds are served. The path of each object goes into `made` as
 * soon as it is there. Throws where one was there before.
 */
export async function applyChart(server: Server, definitions = chartDefinitions(), made: string[] = []): Promise<void> {
  const make = async (path: string, body: JsonObject) => {
    await server.ask('POST', path, { body })
    made.push(`${path}/${nameOf(body)}`)
  }
  for (const definition of definitions) await make(DEFINITIONS, definition)
  for (const role of chartRoles()) await make(`${ROLES}/clusterroles`, role)
  await make('/api/v1/namespaces', namespace(NAMESPACE))
  for (const path of Object.values(PATHS))
    await waitFor(async () => ((await server.call('GET', path)).status === 200 ? true : null))
}

/** Gives a user one of the chart's ClusterRoles everywhere. Out: the path of the binding. */
export async function bindRole(server: Server, user: string, role: string): Promise<string> {
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role }
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }]
  const name = `${role}-${user}`
  const body = { kind: 'ClusterRoleBinding', metadata: { name }, roleRef, subjects }
  await server.ask('POST', `${ROLES}/clusterrolebindings`, { body })
  return `${ROLES}/clusterrolebindings/${name}`
}

export function writesTo(server: Server): Writes {
  return {
    create: (kind, body) => server.call('POST', `${PATHS[kind]}?fieldValidation=Strict`, { body }),
    change: (kind, name, fields, query = '') =>
      server.call('PATCH', `${PATHS[kind]}/${name}${query}`, { body: withFields({}, fields, false), type: MERGE }),
    setStatus: (kind, name, status) =>
      server.ask('PATCH', `${PATHS[kind]}/${name}/status`, { body: { status: status as JsonObject }, type: MERGE }),
  }
}

let names = 0

/** The seed's object under a name of its own, without a status, with some fields set. */
export function example(kind: Kind, fields: Fields = {}): JsonObject {
  const made = SEEDS[kind]()
  made.metadata = { ...objectAt(made, 'metadata'), name: `test-${names++}`, namespace: NAMESPACE }
  delete made.status
  return withFields(made, fields)
}

/** The same object with some fields set; null stays null where it is not to take the field out. */
function withFields(object: JsonObject, fields: Fields, removing = true): JsonObject {
  const changed = structuredClone(object)
  for (const [path, value] of Object.entries(fields)) put(changed, path.split('.'), value, removing)
  return changed
}

function put(parent: JsonObject, [first = '', ...rest]: readonly string[], value: Json, removing: boolean): void {
  if (rest.length > 0) {
    const child = objectAt(parent, first)
    parent[first] = child
    put(child, rest, value, removing)
  } else if (value === null && removing) delete parent[first]
  else parent[first] = value
}

export function nameOf(object: JsonObject): string {
  return stringAt(objectAt(object, 'metadata'), 'name')
}

/** What the server blames, without what it says of rules it then did not look at. */
export function blamed({ body }: ReceivedResponse): { field: string; reason: string; message: string }[] {
  return objectsAt(objectAt(isObject(body) ? body : {}, 'details'), 'causes')
    .filter(cause => cause.field !== '<nil>')
    .map(cause => ({
      field: stringAt(cause, 'field'),
      reason: stringAt(cause, 'reason'),
      message: stringAt(cause, 'message'),
    }))
}
