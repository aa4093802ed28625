import { immutable, invalidValue, required, unsupported } from '#embedded-garden/http/causes.ts'
import type { Cause } from '#embedded-garden/http/status.ts'
import { equal, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { dnsSubdomainProblems } from '#embedded-garden/selectors/names.ts'

const CREDENTIALS = [
  '/v1, Kind=Secret',
  'core.gardener.cloud/v1beta1, Kind=InternalSecret',
  'security.gardener.cloud/v1alpha1, Kind=WorkloadIdentity',
]
const CREDENTIALS_KINDS = new Set([
  'v1 Secret',
  'core.gardener.cloud/v1beta1 InternalSecret',
  'security.gardener.cloud/v1alpha1 WorkloadIdentity',
])

/** What is wrong with the credentialsRef of a CredentialsBinding. */
export function credentialsRefCauses(reference: JsonObject): Cause[] {
  const field = 'credentialsRef'
  const causes: Cause[] = []
  for (const part of ['apiVersion', 'kind', 'name', 'namespace'])
    if (!stringAt(reference, part)) causes.push(required(`${field}.${part}`, `must provide ${part}`))
  for (const part of ['name', 'namespace'])
    for (const problem of dnsSubdomainProblems(stringAt(reference, part)))
      causes.push(invalidValue(`${field}.${part}`, stringAt(reference, part), problem))
  if (!CREDENTIALS_KINDS.has(`${stringAt(reference, 'apiVersion')} ${stringAt(reference, 'kind')}`))
    causes.push(
      unsupported(field, `${stringAt(reference, 'apiVersion')}, Kind=${stringAt(reference, 'kind')}`, CREDENTIALS),
    )
  return causes
}

/** What is wrong with the quotas of a binding. */
export function quotaRefCauses(binding: KubeObject): Cause[] {
  return objectsAt(binding, 'quotas').flatMap((quota, i) =>
    ['name', 'namespace']
      .filter(part => !stringAt(quota, part))
      .map(part => required(`quotas[${i}].${part}`, `must provide ${part}`)),
  )
}

/** A cause for each of `fields` that an update changes. */
export function immutableCauses(next: KubeObject, previous: KubeObject, fields: readonly string[]): Cause[] {
  return fields.filter(field => !equal(next[field], previous[field])).map(field => immutable(field, next[field]))
}

/** Provider types of a binding; a SecretBinding may list several, separated by commas. */
export function providersOf(binding: KubeObject): string[] {
  return stringAt(objectAt(binding, 'provider'), 'type').split(',')
}
