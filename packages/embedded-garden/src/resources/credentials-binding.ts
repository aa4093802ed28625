import { keepFinalizerInUse } from '#embedded-garden/admission/binding-in-use.ts'
import { checkBinding } from '#embedded-garden/admission/binding-references.ts'
import { setExtensionLabels } from '#embedded-garden/admission/extension-labels.ts'
import { invalidValue, required } from '#embedded-garden/http/causes.ts'
import type { Cause } from '#embedded-garden/http/status.ts'
import { objectAt, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, namespaceOf } from '#embedded-garden/object.ts'
import { column } from '#embedded-garden/table/common-columns.ts'
import { credentialsRefCauses, immutableCauses, providersOf, quotaRefCauses } from './binding-validation.ts'
import { defineResource } from './define.ts'

const ref = (binding: KubeObject) => objectAt(binding, 'credentialsRef')

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
    column('APIVersion', binding => stringAt(ref(binding), 'apiVersion'), {
      format: 'name',
      description: 'APIVersion is the apiVersion of the referenced credentials provider.',
    }),
    column('Kind', binding => stringAt(ref(binding), 'kind'), {
      format: 'name',
      description: 'Kind is the kind of the referenced credentials provider.',
    }),
    column('Name', binding => `${stringAt(ref(binding), 'namespace')}/${stringAt(ref(binding), 'name')}`, {
      format: 'name',
      description: 'Name is the namespace and name of the referenced credentials provider.',
    }),
  ],
  strategy: {
    inventsNames: true,
    // The decoder takes the namespace from the body alone: without one there, the reference has none (Gardener).
    defaults: binding => {
      const reference = ref(binding)
      if (!stringAt(reference, 'namespace') && namespaceOf(binding)) reference.namespace = namespaceOf(binding)
      for (const quota of Array.isArray(binding.quotas) ? binding.quotas : [])
        if (quota && typeof quota === 'object' && !Array.isArray(quota) && !quota.namespace)
          quota.namespace = namespaceOf(binding)
    },
    mutate: binding => setExtensionLabels(binding, [['provider', stringAt(objectAt(binding, 'provider'), 'type')]]),
    validate: validateBinding,
    validateUpdate: (next, previous) => [
      ...immutableCauses(next, previous, ['credentialsRef', 'quotas', 'provider']),
      ...validateBinding(next),
    ],
    admit: async (next, previous, context) => {
      keepFinalizerInUse(next, previous, 'spec.credentialsBindingName', context)
      const reference = ref(next)
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

function validateBinding(binding: KubeObject): Cause[] {
  const providers = providersOf(binding)
  const causes = [...credentialsRefCauses(ref(binding)), ...quotaRefCauses(binding)]
  if (providers[0] === '') causes.push(required('provider.type', 'must specify a provider type'))
  if (providers.length > 1)
    causes.push(invalidValue('provider.type', providers.join(','), 'multiple providers specified'))
  return causes
}
