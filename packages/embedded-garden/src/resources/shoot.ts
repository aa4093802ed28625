import {
  isDeletionConfirmed,
  requireConfirmation,
  setExtensionLabels,
} from '#embedded-garden/admission/metadata-plugins.ts'
import { checkShoot, cloudProfileOf } from '#embedded-garden/admission/shoot-references.ts'
import { type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { annotationsOf, type KubeObject, labelsOf, metadataOf, setMetadataMap } from '#embedded-garden/object.ts'
import type { WriteContext } from '#embedded-garden/resource.ts'
import { requestKubeconfig } from '#embedded-garden/shoot-access/kubeconfig-request.ts'
import { isUnfinished } from '#embedded-garden/shoot-life/flow.ts'
import { type Column, column } from '#embedded-garden/table/columns.ts'
import { defineResource } from './define.ts'
import { defaultShoot } from './shoot-defaults.ts'
import { OPERATION, shootCauses, shootUpdateCauses } from './shoot-validation.ts'

const spec = (shoot: KubeObject) => objectAt(shoot, 'spec')
const status = (shoot: KubeObject) => objectAt(shoot, 'status')
const named = (name: string, cell: (shoot: KubeObject) => string, priority = 0) =>
  column(name, cell, { format: 'name', priority })
const condition = (name: string, type: string) => named(name, shoot => conditionStatus(shoot, type), 1)

/** Columns of shoots, as recorded, without one for the binding. */
const SHOOT_COLUMNS: readonly Column[] = [
  named('CloudProfile', shoot => stringAt(objectAt(spec(shoot), 'cloudProfile'), 'name') || '<unknown>'),
  named('Provider', shoot => stringAt(objectAt(spec(shoot), 'provider'), 'type')),
  named('Region', shoot => stringAt(spec(shoot), 'region')),
  named('Seed', shoot => stringAt(spec(shoot), 'seedName') || '<none>', 1),
  named('K8S Version', shoot => stringAt(objectAt(spec(shoot), 'kubernetes'), 'version')),
  named('Hibernation', hibernation),
  named('Last Operation', lastOperation),
  named('Status', shoot => labelsOf(shoot)['shoot.gardener.cloud/status'] ?? '<pending>'),
  named('Purpose', shoot => stringAt(spec(shoot), 'purpose') || '<none>', 1),
  named('Gardener Version', shoot => stringAt(objectAt(status(shoot), 'gardener'), 'version') || '<unknown>', 1),
  condition('APIServer', 'APIServerAvailable'),
  condition('Control', 'ControlPlaneHealthy'),
  condition('Observability', 'ObservabilityComponentsHealthy'),
  condition('Nodes', 'EveryNodeReady'),
  condition('System', 'SystemComponentsHealthy'),
]

/** The hibernation column, from the desired state (spec) and the actual one (status). */
function hibernation(shoot: KubeObject): string {
  const wanted = objectAt(spec(shoot), 'hibernation').enabled === true
  const is = status(shoot).hibernated === true
  if (wanted) return is ? 'Hibernated' : 'Hibernating'
  return is ? 'Waking Up' : 'Awake'
}

function lastOperation(shoot: KubeObject): string {
  const operation: JsonObject = objectAt(status(shoot), 'lastOperation')
  if (!stringAt(operation, 'type')) return '<pending>'
  return `${stringAt(operation, 'type')} ${stringAt(operation, 'state')} (${Number(operation.progress ?? 0)}%)`
}

function conditionStatus(shoot: KubeObject, type: string): string {
  const found = objectsAt(status(shoot), 'conditions').find(candidate => candidate.type === type)
  return stringAt(found, 'status') || '<unknown>'
}

const AUTHENTICATION = { group: 'authentication.gardener.cloud', version: 'v1alpha1' } as const
const CREATED_BY = 'gardener.cloud/created-by'
const CONFIRMED_BY = 'deletion.gardener.cloud/confirmed-by'
const TASKS = 'shoot.gardener.cloud/tasks'
const FIRST_TASKS = 'deployInfrastructure,deployDNSRecordInternal,deployDNSRecordExternal,deployDNSRecordIngress'
const SECRET_BINDING_WARNING =
  'spec.secretBindingName is deprecated and will be disallowed starting with Kubernetes 1.34. For migration instructions, see: https://github.com/gardener/gardener/blob/master/docs/usage/shoot-operations/secretbinding-to-credentialsbinding-migration.md'
/** Index field of shoots with an incomplete operation; its value is `unfinished`. */
export const LIFE = 'life'

const profile = (shoot: KubeObject) => objectAt(spec(shoot), 'cloudProfile')

export const shoots = defineResource({
  group: 'core.gardener.cloud',
  version: 'v1beta1',
  plural: 'shoots',
  kind: 'Shoot',
  categories: ['all'],
  namespaced: true,
  document: 'gardener-core-v1beta1',
  schema: 'com.github.gardener.gardener.pkg.apis.core.v1beta1.Shoot',
  statusSubresource: true,
  subresources: [
    { name: 'adminkubeconfig', kind: 'AdminKubeconfigRequest', verbs: ['create'], ...AUTHENTICATION },
    { name: 'status', kind: 'Shoot', verbs: ['get', 'patch', 'update'] },
    { name: 'viewerkubeconfig', kind: 'ViewerKubeconfigRequest', verbs: ['create'], ...AUTHENTICATION },
  ],
  special: {
    'create/adminkubeconfig': context => requestKubeconfig(context, 'admin'),
    'create/viewerkubeconfig': context => requestKubeconfig(context, 'viewer'),
  },
  columns: SHOOT_COLUMNS,
  strategy: {
    generation: true,
    selectable: [
      'spec.seedName',
      'status.seedName',
      'spec.cloudProfileName',
      'spec.cloudProfile.Name',
      'spec.cloudProfile.Kind',
    ],
    fields: shoot => ({
      'spec.seedName': stringAt(spec(shoot), 'seedName'),
      'status.seedName': stringAt(objectAt(shoot, 'status'), 'seedName'),
      'spec.cloudProfileName': stringAt(spec(shoot), 'cloudProfileName'),
      'spec.cloudProfile.Name': stringAt(profile(shoot), 'name'),
      'spec.cloudProfile.Kind': stringAt(profile(shoot), 'kind'),
      'spec.credentialsBindingName': stringAt(spec(shoot), 'credentialsBindingName'),
      'spec.secretBindingName': stringAt(spec(shoot), 'secretBindingName'),
      ...(isUnfinished(shoot) && { [LIFE]: 'unfinished' }),
    }),
    defaults: defaultShoot,
    mutate,
    prepareForUpdate: raiseGeneration,
    validate: shootCauses,
    validateUpdate: shootUpdateCauses,
    warnings: shoot => (spec(shoot).secretBindingName ? [SECRET_BINDING_WARNING] : []),
    admit: (next, previous, context) => {
      if (context.subresource !== 'status') checkShoot(next, previous, context)
    },
    admitDelete: requireConfirmation,
  },
})

function mutate(shoot: KubeObject, previous: KubeObject | null, context: WriteContext): void {
  if (!previous) cloudProfileOf(shoot, context)
  setExtensionLabels(shoot, extensionsOf(shoot))
  setSeedLabel(shoot)
  const annotations = annotationsOf(shoot)
  if (!previous) Object.assign(annotations, { [CREATED_BY]: context.user.name, [TASKS]: FIRST_TASKS })
  if (previous && isDeletionConfirmed(shoot) && !isDeletionConfirmed(previous))
    annotations[CONFIRMED_BY] = context.user.name
  setMetadataMap(shoot, 'annotations', annotations)
}

function extensionsOf(shoot: KubeObject): [string, string][] {
  const workers = objectsAt(objectAt(spec(shoot), 'provider'), 'workers')
  const network = stringAt(objectAt(spec(shoot), 'networking'), 'type')
  const images = workers.map(worker => stringAt(objectAt(objectAt(worker, 'machine'), 'image'), 'name'))
  const enabled = objectsAt(spec(shoot), 'extensions')
  return [
    ['provider', stringAt(objectAt(spec(shoot), 'provider'), 'type')],
    ...(network ? [['networking', network] as [string, string]] : []),
    ...images.filter(Boolean).map(image => ['operatingsystemconfig', image] as [string, string]),
    ...enabled.map(extension => ['extensions', stringAt(extension, 'type')] as [string, string]),
  ]
}

function setSeedLabel(shoot: KubeObject): void {
  const labels = Object.fromEntries(
    Object.entries(labelsOf(shoot)).filter(([key]) => !key.startsWith('name.seed.gardener.cloud/')),
  )
  const names = new Set([stringAt(spec(shoot), 'seedName'), stringAt(objectAt(shoot, 'status'), 'seedName')])
  for (const name of names) if (name) labels[`name.seed.gardener.cloud/${name}`] = 'true'
  setMetadataMap(shoot, 'labels', labels)
}

/**
 * An operation requested by annotation counts as a change, and the server removes the annotation (Gardener:
 * mustIncreaseGeneration). Before the first operation, or together with another change, the annotation stays until the next update.
 */
function raiseGeneration(next: KubeObject, previous: KubeObject): void {
  const [now, then] = [metadataOf(next), metadataOf(previous)]
  const state = stringAt(objectAt(objectAt(next, 'status'), 'lastOperation'), 'state')
  const annotations = annotationsOf(next)
  const isAsked = annotations[OPERATION] === (state === 'Failed' ? 'retry' : 'reconcile')
  if (!isAsked || state === '' || now.generation !== then.generation) return
  delete annotations[OPERATION]
  setMetadataMap(next, 'annotations', annotations)
  now.generation = Number(then.generation ?? 0) + 1
}
