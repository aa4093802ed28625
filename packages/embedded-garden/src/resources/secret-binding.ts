import { keepFinalizerInUse } from '#embedded-garden/admission/binding-in-use.ts'
import { checkBinding } from '#embedded-garden/admission/binding-references.ts'
import { setExtensionLabels } from '#embedded-garden/admission/extension-labels.ts'
import { required } from '#embedded-garden/http/causes.ts'
import type { Cause } from '#embedded-garden/http/status.ts'
import { isObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, namespaceOf } from '#embedded-garden/object.ts'
import { column } from '#embedded-garden/table/common-columns.ts'
import { immutableCauses, providersOf, quotaRefCauses } from './binding-validation.ts'
import { defineResource } from './define.ts'

const DEPRECATED =
  'SecretBinding is deprecated in favour of CredentialsBinding. For migration instructions, see: https://github.com/gardener/gardener/blob/master/docs/usage/shoot-operations/secretbinding-to-credentialsbinding-migration.md'

const ref = (binding: KubeObject) => objectAt(binding, 'secretRef')

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
    column('Secret', binding => `${stringAt(ref(binding), 'namespace')}/${stringAt(ref(binding), 'name')}`, {
      format: 'name',
    }),
    column('Provider', binding => stringAt(objectAt(binding, 'provider'), 'type') || '<none>', { format: 'name' }),
  ],
  strategy: {
    unconditionalUpdate: true,
    defaults: binding => {
      const namespace = namespaceOf(binding)
      if (namespace && isObject(binding.secretRef) && !stringAt(ref(binding), 'namespace'))
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
      ...validateBinding(binding),
    ],
    validateUpdate: (next, previous) => [
      ...immutableCauses(next, previous, ['secretRef', 'quotas', ...(isObject(previous.provider) ? ['provider'] : [])]),
      ...validateBinding(next),
    ],
    warnings: () => [DEPRECATED],
    admit: async (next, previous, context) => {
      keepFinalizerInUse(next, previous, 'spec.secretBindingName', context)
      const reference = {
        kind: 'Secret',
        apiVersion: 'v1',
        namespace: stringAt(ref(next), 'namespace'),
        name: stringAt(ref(next), 'name'),
      }
      await checkBinding(next, reference, context)
    },
  },
})

function validateBinding(binding: KubeObject): Cause[] {
  const causes = quotaRefCauses(binding)
  if (!stringAt(ref(binding), 'name')) causes.push(required('secretRef.name', 'must provide a name'))
  if (isObject(binding.provider) && !stringAt(binding.provider, 'type'))
    causes.push(required('provider.type', 'must specify a provider type'))
  return causes
}
