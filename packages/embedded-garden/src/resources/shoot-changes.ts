import { forbiddenField, immutable } from '#embedded-garden/http/causes.ts'
import type { Cause } from '#embedded-garden/http/status.ts'
import { isObject, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'

const VERSION = 'spec.kubernetes.version'
const NETWORKING = 'spec.networking'

/** What Gardener forbids to change in the spec of a shoot, beside region, provider and binding. */
export function changeCauses(now: JsonObject, then: JsonObject): Cause[] {
  return [
    ...domainCauses(now, then),
    ...versionCauses(now, then),
    ...networkingCauses(now, then),
    ...workerCauses(now, then),
  ]
}

/** Networks of a shoot stay what they were (Gardener: validateNetworkingUpdate). */
function networkingCauses(now: JsonObject, then: JsonObject): Cause[] {
  if (!isObject(then.networking)) return []
  if (!isObject(now.networking)) return [forbiddenField(NETWORKING, 'networking cannot be taken away once it is set')]
  const [next, previous] = [now.networking, then.networking]
  return ['type', 'pods', 'services']
    .filter(field => previous[field] !== undefined && next[field] !== previous[field])
    .map(field => immutable(`${NETWORKING}.${field}`, next[field]))
}

/** Kubernetes only grows newer, one minor version at a time (Gardener: ValidateKubernetesVersionUpdate). */
function versionCauses(now: JsonObject, then: JsonObject): Cause[] {
  const [next, previous] = [now, then].map(spec => numbers(stringAt(objectAt(spec, 'kubernetes'), 'version')))
  if (!next || !previous) return []
  const [major = 0, minor = 0, patch = 0] = next
  const [oldMajor = 0, oldMinor = 0, oldPatch = 0] = previous
  const difference = major - oldMajor || minor - oldMinor || patch - oldPatch
  if (difference < 0) return [forbiddenField(VERSION, 'an older version of Kubernetes is not supported')]
  return major === oldMajor && minor > oldMinor + 1
    ? [forbiddenField(VERSION, 'an upgrade of Kubernetes cannot skip a minor version')]
    : []
}

/** A shoot keeps its domain (Gardener: validateDNSUpdate). */
function domainCauses(now: JsonObject, then: JsonObject): Cause[] {
  if (!isObject(then.dns)) return []
  if (!isObject(now.dns)) return [immutable('spec.dns', null)]
  const [next, previous] = [now.dns.domain, then.dns.domain]
  return previous !== undefined && next !== previous ? [immutable('spec.dns.domain', next)] : []
}

/** A shoot has workers for life, or never (Gardener: validateWorkerUpdate). */
function workerCauses(now: JsonObject, then: JsonObject): Cause[] {
  const [has, had] = [now, then].map(spec => objectsAt(objectAt(spec, 'provider'), 'workers').length > 0)
  if (has === had) return []
  return [forbiddenField('spec.provider.workers', `a shoot ${had ? 'with' : 'without'} workers stays one`)]
}

/** Null for a text that is no version: that is another complaint. */
function numbers(version: string): number[] | null {
  return /^\d+(\.\d+)+$/.test(version) ? version.split('.').map(Number) : null
}
