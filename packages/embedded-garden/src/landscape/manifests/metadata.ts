import type { JsonObject } from '#embedded-garden/json.ts'
import { HOUR, type Place, timestamp } from '#embedded-garden/landscape/place.ts'
import type { RuntimePlan } from '#embedded-garden/landscape/runtimes.ts'

/** One entry of managedFields. Objects may share `fields`, which is never changed. */
export function managed(
  manager: string,
  apiVersion: string,
  at: number,
  fields: JsonObject,
  more: { operation?: 'Update' | 'Apply'; subresource?: string } = {},
): JsonObject {
  return {
    manager,
    operation: more.operation ?? 'Update',
    apiVersion,
    time: timestamp(at),
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
    ...(more.subresource === undefined ? {} : { subresource: more.subresource }),
  }
}

/** `f:` entries for the keys of a map, as field ownership lists labels and annotations. */
export function ownedKeys(map: Readonly<Record<string, unknown>>): JsonObject {
  return { '.': {}, ...Object.fromEntries(Object.keys(map).map(key => [`f:${key}`, {}])) }
}

/** Group and version of the kinds of Kyma's infrastructure manager. */
export const KIM_API_VERSION = 'infrastructuremanager.kyma-project.io/v1'

/** Namespace of the control plane's objects. */
export const KCP_NAMESPACE = 'kcp-system'

/** Common metadata of both objects of a runtime: the runtime id as the name, and the labels of the broker. */
export function kimMetadata(
  plan: RuntimePlan,
  { at }: Place,
  own: { uid: string; manager: string; labels: JsonObject; finalizer?: string },
): JsonObject {
  const { runtimeId, createdAt, condition } = plan.shoot
  const deletionTimestamp = timestamp(Math.max(createdAt, at - HOUR))
  return {
    name: runtimeId,
    namespace: KCP_NAMESPACE,
    uid: own.uid,
    generation: 1,
    creationTimestamp: timestamp(createdAt),
    ...(condition === 'deleting' && own.finalizer !== undefined
      ? { deletionTimestamp, deletionGracePeriodSeconds: 0 }
      : {}),
    labels: { ...labels(plan), ...own.labels },
    ...(own.finalizer === undefined ? {} : { finalizers: [own.finalizer] }),
    managedFields: [managed(own.manager, KIM_API_VERSION, createdAt, OWNED)],
  }
}

function labels({ shoot, plan, instanceId, platformRegion, tellsPlatformRegion }: RuntimePlan): JsonObject {
  return {
    'kyma-project.io/broker-plan-id': PLAN_IDS[plan] ?? plan,
    'kyma-project.io/broker-plan-name': plan,
    'kyma-project.io/global-account-id': shoot.globalAccount,
    'kyma-project.io/instance-id': instanceId,
    ...(tellsPlatformRegion ? { 'kyma-project.io/platform-region': platformRegion } : {}),
    'kyma-project.io/region': shoot.region,
    'kyma-project.io/runtime-id': shoot.runtimeId,
    'kyma-project.io/shoot-name': shoot.name,
    'kyma-project.io/subaccount-id': shoot.subaccount,
    'operator.kyma-project.io/kyma-name': shoot.runtimeId,
  }
}

const OWNED = { 'f:metadata': { 'f:labels': { '.': {} } }, 'f:spec': { '.': {} } }

/** Plan ids of the environment broker. */
const PLAN_IDS: Readonly<Record<string, string>> = {
  aws: '361c511f-f939-4621-b228-d0fb79a1fe15',
  azure: '4deee563-e5ec-4731-b9b1-53b42d855f0c',
  azure_lite: '8cb22518-aa26-44c5-91a0-e669ec9bf443',
  free: 'b1a5764e-2ea1-4f95-94c0-2b4538b37b55',
  gcp: 'ca6e5357-707f-4565-bbbd-b3ab732597c6',
  preview: '5cb3d976-b85c-42ea-a636-79cadda109a9',
  'sap-converged-cloud': '03b812ac-c991-4528-b5bd-08b303523a63',
  trial: '7d55d31d-35ae-4438-bf13-6ffdfa107d9f',
}
