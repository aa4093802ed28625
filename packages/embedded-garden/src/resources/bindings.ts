import {
  checkBinding,
  checkProviderOfShoots,
  keepFinalizerInUse,
} from '#embedded-garden/admission/binding-references.ts'
import { setExtensionLabels } from '#embedded-garden/admission/metadata-plugins.ts'
import { type Cause, immutable, invalidValue, required, unsupported } from '#embedded-garden/http/status.ts'
import { equal, isObject, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, namespaceOf } from '#embedded-garden/object.ts'
import { dnsSubdomainProblems } from '#embedded-garden/selectors/names.ts'
import { column } from '#embedded-garden/table/columns.ts'
import { defineResource } from './define.ts'

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

/** Validates the credentialsRef of a CredentialsBinding. */
function credentialsRefCauses(reference: JsonObject): Cause[] {
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

/** Validates the quota references of a binding. */
function quotaRefCauses(binding: KubeObject): Cause[] {
  return objectsAt(binding, 'quotas').flatMap((quota, i) =>
    ['name', 'namespace']
      .filter(part => !stringAt(quota, part))
      .map(part => required(`quotas[${i}].${part}`, `must provide ${part}`)),
  )
}

/** A cause for each of `fields` that an update changes. */
function immutableCauses(next: KubeObject, previous: KubeObject, fields: readonly string[]): Cause[] {
  return fields.filter(field => !equal(next[field], previous[field])).map(field => immutable(field, next[field]))
}

/** Provider types of a binding; a SecretBinding may list several, separated by commas. */
function providersOf(binding: KubeObject): string[] {
  return stringAt(objectAt(binding, 'provider'), 'type').split(',')
}

const credentialsRef = (binding: KubeObject) => objectAt(binding, 'credentialsRef')

export const credentialsBindings = defineResource({
  group: 'security.gardener.cloud',
  version: 'v1alpha1',
  plural: 'credentialsbindings',
  kind: 'CredentialsBinding',
  shortNames: ['cb'],
  namespaced: true,
  document: 'gardener-security-v1alpha1',
  schema: 'com.github.gardener.gardener.pkg.apis.security.v1alpha1.CredentialsBinding',
  columns: [
    column('Provider', binding => stringAt(objectAt(binding, 'provider'), 'type'), {
      description: 'Provide is the provider type of the CredentialsBinding.',
    }),
    column('APIVersion', binding => stringAt(credentialsRef(binding), 'apiVersion'), {
      format: 'name',
      description: 'APIVersion is the apiVersion of the referenced credentials provider.',
    }),
    column('Kind', binding => stringAt(credentialsRef(binding), 'kind'), {
      format: 'name',
      description: 'Kind is the kind of the referenced credentials provider.',
    }),
    column(
      'Name',
      binding => `${stringAt(credentialsRef(binding), 'namespace')}/${stringAt(credentialsRef(binding), 'name')}`,
      {
        format: 'name',
        description: 'Name is the namespace and name of the referenced credentials provider.',
      },
    ),
  ],
  strategy: {
    inventsNames: true,
    // The decoder reads the namespace from the body only, so a body without one leaves the reference without one (Gardener).
    defaults: binding => {
      const reference = credentialsRef(binding)
      if (!stringAt(reference, 'namespace') && namespaceOf(binding)) reference.namespace = namespaceOf(binding)
      for (const quota of Array.isArray(binding.quotas) ? binding.quotas : [])
        if (quota && typeof quota === 'object' && !Array.isArray(quota) && !quota.namespace)
          quota.namespace = namespaceOf(binding)
    },
    mutate: binding => setExtensionLabels(binding, [['provider', stringAt(objectAt(binding, 'provider'), 'type')]]),
    validate: credentialsBindingCauses,
    validateUpdate: (next, previous) => [
      ...immutableCauses(next, previous, ['credentialsRef', 'quotas', 'provider']),
      ...credentialsBindingCauses(next),
    ],
    admit: async (next, previous, context) => {
      keepFinalizerInUse(next, previous, 'spec.credentialsBindingName', context)
      const reference = credentialsRef(next)
      await checkBinding(
        next,
        {
          kind: stringAt(reference, 'kind'),
          apiVersion: stringAt(reference, 'apiVersion'),
          namespace: stringAt(reference, 'namespace'),
          name: stringAt(reference, 'name'),
        },
        context,
      )
    },
  },
})

function credentialsBindingCauses(binding: KubeObject): Cause[] {
  const providers = providersOf(binding)
  const causes = [...credentialsRefCauses(credentialsRef(binding)), ...quotaRefCauses(binding)]
  if (providers[0] === '') causes.push(required('provider.type', 'must specify a provider type'))
  if (providers.length > 1)
    causes.push(invalidValue('provider.type', providers.join(','), 'multiple providers specified'))
  return causes
}

const DEPRECATED =
  'SecretBinding is deprecated in favour of CredentialsBinding. For migration instructions, see: https://github.com/gardener/gardener/blob/master/docs/usage/shoot-operations/secretbinding-to-credentialsbinding-migration.md'

const secretRef = (binding: KubeObject) => objectAt(binding, 'secretRef')

export const secretBindings = defineResource({
  group: 'core.gardener.cloud',
  version: 'v1beta1',
  plural: 'secretbindings',
  kind: 'SecretBinding',
  shortNames: ['sb'],
  namespaced: true,
  document: 'gardener-core-v1beta1',
  schema: 'com.github.gardener.gardener.pkg.apis.core.v1beta1.SecretBinding',
  columns: [
    column(
      'Secret',
      binding => `${stringAt(secretRef(binding), 'namespace')}/${stringAt(secretRef(binding), 'name')}`,
      {
        format: 'name',
      },
    ),
    column('Provider', binding => stringAt(objectAt(binding, 'provider'), 'type') || '<none>', { format: 'name' }),
  ],
  strategy: {
    unconditionalUpdate: true,
    defaults: binding => {
      const namespace = namespaceOf(binding)
      if (namespace && isObject(binding.secretRef) && !stringAt(secretRef(binding), 'namespace'))
        binding.secretRef.namespace = namespace
      for (const quota of objectsAt(binding, 'quotas'))
        if (namespace && !stringAt(quota, 'namespace')) quota.namespace = namespace
    },
    mutate: binding =>
      setExtensionLabels(
        binding,
        isObject(binding.provider) ? providersOf(binding).map(type => ['provider', type] as const) : [],
      ),
    validate: binding => [
      ...(isObject(binding.provider) ? [] : [required('provider', 'must specify a provider')]),
      ...secretBindingCauses(binding),
    ],
    validateUpdate: (next, previous) => [
      ...immutableCauses(next, previous, ['secretRef', 'quotas', ...(isObject(previous.provider) ? ['provider'] : [])]),
      ...secretBindingCauses(next),
    ],
    warnings: () => [DEPRECATED],
    admit: async (next, previous, context) => {
      keepFinalizerInUse(next, previous, 'spec.secretBindingName', context)
      checkProviderOfShoots(next, previous, 'spec.secretBindingName', context)
      const reference = {
        kind: 'Secret',
        apiVersion: 'v1',
        namespace: stringAt(secretRef(next), 'namespace'),
        name: stringAt(secretRef(next), 'name'),
      }
      await checkBinding(next, reference, context)
    },
  },
})

function secretBindingCauses(binding: KubeObject): Cause[] {
  const causes = quotaRefCauses(binding)
  if (!stringAt(secretRef(binding), 'name')) causes.push(required('secretRef.name', 'must provide a name'))
  if (isObject(binding.provider) && !stringAt(binding.provider, 'type'))
    causes.push(required('provider.type', 'must specify a provider type'))
  return causes
}
