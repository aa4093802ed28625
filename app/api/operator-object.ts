import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import { NotFoundError, RefusedRequestError } from '#lib/http/request-errors.ts'
import { formatObjectYaml } from '#lib/queries/object-yaml.ts'
import { buildEventRow } from '#lib/queries/operators/object-detail.ts'
import {
  getKindState,
  incompleteReason,
  type OperatorKind,
  type OperatorObjects,
} from '#lib/queries/operators/operator-objects.ts'
import { runtime } from '#lib/runtime.ts'
import { viewerRoute } from './viewer-route.ts'

/**
 * Finds a custom resource. Throws NotFoundError, and RefusedRequestError 503 while its kind is not
 * completely read.
 */
export function requireObject<Found>(
  kind: OperatorKind,
  name: string,
  find: (objects: OperatorObjects, name: string) => Found | null,
): Found {
  const { operators } = runtime()
  const found = operators && find(operators, name)
  if (found) return found
  const state = getKindState(operators, kind)
  const message = incompleteReason(state)
  if (message !== null && operators !== null && state.state !== 'absent')
    throw new RefusedRequestError(503, state.message ?? `Not every ${kind} has been read yet.`)
  throw new NotFoundError(`There is no ${kind} ${name}${operators ? ` in ${operators.namespace}` : ''}.`)
}

type Find = (objects: OperatorObjects, name: string) => { readonly uid: string; readonly namespace: string } | null

/** Creates a GET route with the recent events of a custom resource. */
export function eventsRoute(kind: OperatorKind, find: Find) {
  return viewerRoute<{ name: string }>(async ({ params, request }) => {
    const { uid } = requireObject(kind, params.name, find)
    const events = (await runtime().operators?.eventsOf(uid, request.signal)) ?? []
    return { events: events.map(buildEventRow) }
  })
}

/**
 * Creates a GET route with the live YAML of a custom resource. `shown` removes fields that must not
 * be visible.
 */
export function yamlRoute(resource: Resource, kind: OperatorKind, find: Find, shown = (object: KubeObject) => object) {
  return viewerRoute<{ name: string }>(async ({ params: { name }, request }) => {
    const { namespace } = requireObject(kind, name, find)
    const client = runtime().controlPlane
    if (client === null) throw new NotFoundError(`There is no ${kind} ${name}.`)
    const object = await client.get<KubeObject>({ resource, namespace, name }, { signal: request.signal })
    return { yaml: formatObjectYaml(shown(object)) }
  })
}
