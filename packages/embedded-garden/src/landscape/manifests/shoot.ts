import { compareFields } from '#embedded-garden/fields/compare.ts'
import type { JsonObject } from '#embedded-garden/json.ts'
import type { Place } from '#embedded-garden/landscape/place.ts'
import { HOUR, timestamp } from '#embedded-garden/landscape/place.ts'
import type { ShootPlan } from '#embedded-garden/landscape/shoots.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { shoots } from '#embedded-garden/resources/shoot.ts'
import { providerLabel } from './catalog.ts'
import { managed } from './metadata.ts'
import { shootSpec } from './shoot-spec.ts'
import { shootStatus } from './shoot-status.ts'

const API_VERSION = 'core.gardener.cloud/v1beta1'
const RUNTIME = 'infrastructuremanager.kyma-project.io'

/** A shoot of about 17 kB. Like real ones it has global account, subaccount and runtime id, but no plan or platform region. */
export function shootManifest(plan: ShootPlan, place: Place): KubeObject {
  const spec = shootSpec(plan)
  const status = shootStatus(plan, place.project)
  return { apiVersion: API_VERSION, kind: 'Shoot', metadata: metadata(plan, place, spec, status), spec, status }
}

function metadata(plan: ShootPlan, { namespace, at }: Place, spec: JsonObject, status: JsonObject): JsonObject {
  const { createdAt, reconciledAt, provider, condition } = plan
  const deleting = condition === 'deleting'
  return {
    name: plan.name,
    namespace,
    uid: plan.uid,
    generation: 1,
    creationTimestamp: timestamp(createdAt),
    ...(deleting
      ? { deletionTimestamp: timestamp(Math.max(createdAt, at - HOUR)), deletionGracePeriodSeconds: 0 }
      : {}),
    labels: {
      account: plan.globalAccount,
      ...EXTENSION_LABELS,
      [`name.seed.gardener.cloud/${provider}-ha-${plan.region}`]: 'true',
      ...providerLabel(provider),
      'shoot.gardener.cloud/status': health(plan),
      subaccount: plan.subaccount,
    },
    annotations: {
      ...(deleting ? { 'confirmation.gardener.cloud/deletion': 'true' } : {}),
      'gardener.cloud/created-by': 'system:serviceaccount:garden-kyma:kim',
      [`${RUNTIME}/runtime-generation`]: '3',
      [`${RUNTIME}/runtime-id`]: plan.runtimeId,
    },
    finalizers: ['gardener'],
    managedFields: [
      managed('kim', API_VERSION, createdAt, specOwnership(plan, spec)),
      managed('gardenlet', API_VERSION, reconciledAt, statusOwnership(plan, status), { subresource: 'status' }),
    ],
  }
}

function health({ condition }: ShootPlan): string {
  if (condition === 'error') return 'unhealthy'
  return condition === 'healthy' || condition === 'hibernated' ? 'healthy' : 'progressing'
}

/** Cached, because ownership depends on the present fields, not on their values: shoots need only a few trees. */
function specOwnership({ binding }: ShootPlan, spec: JsonObject): JsonObject {
  return remember(`spec ${binding?.kind}`, () => ({
    'f:metadata': {
      'f:annotations': {
        '.': {},
        'f:gardener.cloud/created-by': {},
        [`f:${RUNTIME}/runtime-generation`]: {},
        [`f:${RUNTIME}/runtime-id`]: {},
      },
      'f:labels': { '.': {}, 'f:account': {}, 'f:subaccount': {} },
    },
    ...written({ spec }),
  }))
}

function statusOwnership({ binding, errorCode }: ShootPlan, status: JsonObject): JsonObject {
  return remember(`status ${binding === null} ${errorCode === null}`, () => written({ status }))
}

/** The fieldsV1 of the manager that writes this part of a shoot. */
function written(part: JsonObject): JsonObject {
  return compareFields({}, part, shoots.shape).added.toFieldsV1()
}

const trees = new Map<string, JsonObject>()

function remember(key: string, make: () => JsonObject): JsonObject {
  const known = trees.get(key) ?? make()
  trees.set(key, known)
  return known
}

const EXTENSION_LABELS = {
  'extensions.extensions.gardener.cloud/shoot-auditlog-service': 'true',
  'extensions.extensions.gardener.cloud/shoot-cert-service': 'true',
  'extensions.extensions.gardener.cloud/shoot-dns-service': 'true',
  'extensions.extensions.gardener.cloud/shoot-networking-filter': 'true',
  'extensions.extensions.gardener.cloud/shoot-oidc-service': 'true',
  'networking.extensions.gardener.cloud/calico': 'true',
  'operatingsystemconfig.extensions.gardener.cloud/gardenlinux': 'true',
}
