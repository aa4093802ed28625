import type { JsonObject } from '#embedded-garden/json.ts'
import type { Place } from '#embedded-garden/landscape/place.ts'
import { DAY, timestamp } from '#embedded-garden/landscape/place.ts'
import type { Random } from '#embedded-garden/landscape/random.ts'
import type { KubeObject } from '#embedded-garden/object.ts'

const GROUP = 'infrastructuremanager.kyma-project.io'

/** The definitions of Runtime and GardenerCluster (KIM), established. */
export function kimDefinitions({ at }: Place, random: Random): KubeObject[] {
  const created = timestamp(at - 700 * DAY)
  return [
    definition({ plural: 'runtimes', kind: 'Runtime', schema: RUNTIME, columns: RUNTIME_COLUMNS }, created, random),
    definition(
      { plural: 'gardenerclusters', kind: 'GardenerCluster', schema: GARDENER_CLUSTER, columns: CLUSTER_COLUMNS },
      created,
      random,
    ),
  ]
}

interface Kind {
  readonly plural: string
  readonly kind: string
  readonly schema: JsonObject
  readonly columns: JsonObject[]
}

function definition({ plural, kind, schema, columns }: Kind, created: string, random: Random): KubeObject {
  const names = { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() }
  const condition = { status: 'True', lastTransitionTime: created }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}`, uid: random.uuid(), generation: 1, creationTimestamp: created },
    spec: {
      group: GROUP,
      names,
      scope: 'Namespaced',
      conversion: { strategy: 'None' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
          subresources: { status: {} },
          additionalPrinterColumns: columns,
        },
      ],
    },
    status: {
      acceptedNames: names,
      storedVersions: ['v1'],
      conditions: [
        { type: 'NamesAccepted', reason: 'NoConflicts', message: 'no conflicts found', ...condition },
        {
          type: 'Established',
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
          ...condition,
        },
      ],
    },
  }
}

const TEXT = { type: 'string' }
const YES_NO = { type: 'boolean' }
const ANYTHING = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

function struct(properties: JsonObject, required: string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

function root(spec: JsonObject, status: JsonObject): JsonObject {
  return struct({ apiVersion: TEXT, kind: TEXT, metadata: { type: 'object' }, spec, status })
}

const CONDITIONS = {
  type: 'array',
  items: struct(
    {
      type: TEXT,
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
      lastTransitionTime: { type: 'string', format: 'date-time' },
      reason: TEXT,
      message: TEXT,
    },
    ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
  ),
}

/** Workers have Gardener's own type with hundreds of fields; here any value is valid. */
const WORKERS = { type: 'array', items: ANYTHING }

const RUNTIME_SHOOT = struct(
  {
    name: TEXT,
    purpose: TEXT,
    platformRegion: TEXT,
    region: TEXT,
    licenceType: TEXT,
    secretBindingName: TEXT,
    enforceSeedLocation: YES_NO,
    kubernetes: struct({
      version: TEXT,
      kubeAPIServer: struct({ oidcConfig: ANYTHING, additionalOidcConfig: { type: 'array', items: ANYTHING } }),
    }),
    provider: struct(
      {
        type: { type: 'string', enum: ['aws', 'azure', 'gcp', 'openstack', 'alicloud'] },
        workers: WORKERS,
        additionalWorkers: WORKERS,
        controlPlaneConfig: ANYTHING,
        infrastructureConfig: ANYTHING,
      },
      ['type', 'workers'],
    ),
    networking: struct({ type: TEXT, pods: TEXT, nodes: TEXT, services: TEXT }, ['nodes', 'pods', 'services']),
    controlPlane: ANYTHING,
  },
  ['name', 'networking', 'platformRegion', 'provider', 'purpose', 'region', 'secretBindingName'],
)

const FILTER = struct(
  { ingress: struct({ enabled: YES_NO }, ['enabled']), egress: struct({ enabled: YES_NO }, ['enabled']) },
  ['egress'],
)

const RUNTIME = root(
  struct(
    {
      shoot: RUNTIME_SHOOT,
      security: struct(
        {
          administrators: { type: 'array', items: TEXT },
          networking: struct({ filter: FILTER }, ['filter']),
        },
        ['administrators', 'networking'],
      ),
      imageRegistryCache: { type: 'array', items: ANYTHING },
    },
    ['security', 'shoot'],
  ),
  struct(
    {
      state: { type: 'string', enum: ['Pending', 'Ready', 'Terminating', 'Failed'] },
      conditions: CONDITIONS,
      provisioningCompleted: YES_NO,
    },
    ['state'],
  ),
)

const GARDENER_CLUSTER = root(
  struct(
    {
      kubeconfig: struct({ secret: struct({ key: TEXT, name: TEXT, namespace: TEXT }, ['key', 'name', 'namespace']) }, [
        'secret',
      ]),
      shoot: struct({ name: TEXT }, ['name']),
    },
    ['kubeconfig', 'shoot'],
  ),
  struct({ state: { type: 'string', enum: ['Ready', 'Error'] }, conditions: CONDITIONS }, ['state']),
)

const AGE = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }
const STATE = { name: 'STATE', type: 'string', jsonPath: '.status.state' }

const RUNTIME_COLUMNS: JsonObject[] = [
  { name: 'Provider', type: 'string', jsonPath: '.spec.shoot.provider.type' },
  { name: 'Region', type: 'string', jsonPath: '.spec.shoot.region' },
  STATE,
  AGE,
]

const CLUSTER_COLUMNS: JsonObject[] = [
  STATE,
  { name: 'SHOOT-NAME', type: 'string', jsonPath: '.metadata.labels.kyma-project\\.io/shoot-name' },
  AGE,
]
