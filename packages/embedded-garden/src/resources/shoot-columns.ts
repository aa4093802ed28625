import { type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, labelsOf } from '#embedded-garden/object.ts'
import type { Column } from '#embedded-garden/table/column.ts'
import { column } from '#embedded-garden/table/common-columns.ts'

const spec = (shoot: KubeObject) => objectAt(shoot, 'spec')
const status = (shoot: KubeObject) => objectAt(shoot, 'status')
const named = (name: string, cell: (shoot: KubeObject) => string, priority = 0) =>
  column(name, cell, { format: 'name', priority })
const condition = (name: string, type: string) => named(name, shoot => conditionStatus(shoot, type), 1)

/** Columns of shoots, as recorded. There is none for the binding. */
export const SHOOT_COLUMNS: readonly Column[] = [
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

/** What is wanted (spec) against what is (status). */
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
