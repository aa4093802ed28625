import { requestToken } from '#embedded-garden/auth/token-request.ts'
import { arrayAt } from '#embedded-garden/json.ts'
import { column } from '#embedded-garden/table/common-columns.ts'
import { defineResource } from './define.ts'

export const serviceAccounts = defineResource({
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  shortNames: ['sa'],
  namespaced: true,
  document: 'core-v1',
  schema: 'io.k8s.api.core.v1.ServiceAccount',
  subresources: [
    { name: 'token', kind: 'TokenRequest', verbs: ['create'], group: 'authentication.k8s.io', version: 'v1' },
  ],
  special: { 'create/token': requestToken },
  columns: [
    column('Secrets', account => arrayAt(account, 'secrets').length, {
      description:
        'Secrets is a list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to use. Pods are only limited to this list if this service account has a "kubernetes.io/enforce-mountable-secrets" annotation set to "true". The "kubernetes.io/enforce-mountable-secrets" annotation is deprecated since v1.32. Prefer separate namespaces to isolate access to mounted secrets. This field should not be used to find auto-generated service account token secrets for use outside of pods. Instead, tokens can be requested directly using the TokenRequest API, or service account token secrets can be manually created. More info: https://kubernetes.io/docs/concepts/configuration/secret',
    }),
  ],
  strategy: { unconditionalUpdate: true, returnsDeleted: true },
})
