import { ensureObject, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { finalizersOf, type KubeObject, labelsOf, metadataOf, nameOf, setMetadataMap } from '#embedded-garden/object.ts'
import { type ErrorCode, FAILED_FLOW, lastError } from './account-errors.ts'
import { type Flow, GARDENLET, hasApiServer, needsAccount, nextStep } from './flow.ts'
import { CONDITIONS, CONSTRAINTS, internalAddress, NODES } from './shoot-status.ts'

/** Facts from outside the shoot on which its next step depends. */
interface Facts {
  /** RFC 3339 */
  readonly now: string
  readonly project: string
  /** Future address of its API server. */
  readonly address: string
  /** Error code with which its account refuses infrastructure; null = none. */
  readonly refusal: ErrorCode | null
}

const FINALIZER = 'gardener'
const HEALTH = 'shoot.gardener.cloud/status'

/** Advances the operation of a shoot by one step, in place. Returns false when its account still refuses infrastructure. */
export function advance(shoot: KubeObject, flow: Flow, facts: Facts): boolean {
  const status = ensureObject(shoot, 'status')
  const last = objectAt(status, 'lastOperation')
  if (flow.type !== 'Delete' && facts.refusal && needsAccount(flow)) {
    const known = objectsAt(status, 'lastErrors').some(({ codes }) => String(codes) === facts.refusal)
    if (last.state === 'Error' && known) return false
    status.lastErrors = [lastError(facts.refusal, facts.now)]
    status.lastOperation = operation(flow, 'Error', flow.done, FAILED_FLOW[flow.type], facts)
    setHealth(shoot, 'unhealthy')
    return true
  }
  const step = nextStep(flow)
  if (!step) return false
  if (flow.done < 0) begin(shoot, status, flow, facts)
  const ends = step.progress === 100
  status.lastOperation = operation(flow, ends ? 'Succeeded' : 'Processing', step.progress, step.description, facts)
  if (flow.type === 'Delete') return true
  if (hasApiServer(step)) status.advertisedAddresses ??= addresses(shoot, facts)
  if (ends) finish(shoot, status, facts)
  setHealth(shoot, ends ? 'healthy' : 'progressing')
  return true
}

/** Removes Gardener's finalizer after the last step of a deletion. */
export function removeFinalizer(shoot: KubeObject): void {
  metadataOf(shoot).finalizers = finalizersOf(shoot).filter(finalizer => finalizer !== FINALIZER)
}

function operation(
  { type }: Flow,
  state: 'Processing' | 'Succeeded' | 'Error',
  progress: number,
  description: string,
  { now }: Facts,
): JsonObject {
  return { description, lastUpdateTime: now, progress, state, type }
}

function begin(shoot: KubeObject, status: JsonObject, { type }: Flow, { now, project }: Facts): void {
  status.gardener = { ...GARDENLET }
  status.observedGeneration = metadataOf(shoot).generation ?? 1
  if (type === 'Delete') return
  metadataOf(shoot).finalizers = [...new Set([...finalizersOf(shoot), FINALIZER])]
  if (type !== 'Create') return
  const uid = stringAt(metadataOf(shoot), 'uid')
  const spec = ensureObject(shoot, 'spec')
  const technicalID = `shoot--${project}--${nameOf(shoot)}`
  spec.seedName ??= `${stringAt(objectAt(spec, 'provider'), 'type')}-ha-${stringAt(spec, 'region')}`
  setMetadataMap(shoot, 'labels', { ...labelsOf(shoot), [`name.seed.gardener.cloud/${spec.seedName}`]: 'true' })
  status.hibernated = false
  Object.assign(status, { seedName: spec.seedName, technicalID, uid, clusterIdentity: `${technicalID}-${uid}-local` })
  status.conditions = conditions(shoot, status, 'Progressing', now)
}

function finish(shoot: KubeObject, status: JsonObject, { now }: Facts): void {
  const spec = objectAt(shoot, 'spec')
  status.conditions = conditions(shoot, status, 'True', now)
  status.constraints ??= CONSTRAINTS.map(each => ({ ...each, lastTransitionTime: now, lastUpdateTime: now }))
  status.hibernated = objectAt(spec, 'hibernation').enabled === true
  delete status.lastErrors
}

function conditions(
  shoot: KubeObject,
  status: JsonObject,
  wanted: 'True' | 'Progressing',
  lastUpdateTime: string,
): JsonObject[] {
  const workerless = objectsAt(objectAt(objectAt(shoot, 'spec'), 'provider'), 'workers').length === 0
  return CONDITIONS.filter(({ type }) => !(workerless && type === NODES)).map(({ type, reason, message }) => {
    const before = objectsAt(status, 'conditions').find(each => each.type === type)
    const same = before?.status === wanted
    const words =
      wanted === 'True' ? { reason, message } : { reason: 'ShootIsBeingCreated', message: 'It is being created.' }
    const lastTransitionTime = same ? (before?.lastTransitionTime ?? lastUpdateTime) : lastUpdateTime
    return { type, status: wanted, lastTransitionTime, lastUpdateTime, ...words }
  })
}

function addresses(shoot: KubeObject, { address, project }: Facts): JsonObject[] {
  return [
    { name: 'external', url: address },
    { name: 'internal', url: address },
    { name: 'service-account-issuer', url: internalAddress(nameOf(shoot), project) },
  ]
}

function setHealth(shoot: KubeObject, health: 'healthy' | 'progressing' | 'unhealthy'): void {
  setMetadataMap(shoot, 'labels', { ...labelsOf(shoot), [HEALTH]: health })
}
