interface Kind {
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly kind: string
  readonly shortNames: readonly string[]
}

const KINDS: readonly Kind[] = [
  { group: 'core.gardener.cloud', version: 'v1beta1', plural: 'shoots', kind: 'Shoot', shortNames: [] },
  {
    group: 'core.gardener.cloud',
    version: 'v1beta1',
    plural: 'secretbindings',
    kind: 'SecretBinding',
    shortNames: ['sb'],
  },
  { group: 'core.gardener.cloud', version: 'v1beta1', plural: 'quotas', kind: 'Quota', shortNames: ['squota'] },
  {
    group: 'security.gardener.cloud',
    version: 'v1alpha1',
    plural: 'credentialsbindings',
    kind: 'CredentialsBinding',
    shortNames: ['cb'],
  },
  {
    group: 'security.gardener.cloud',
    version: 'v1alpha1',
    plural: 'workloadidentities',
    kind: 'WorkloadIdentity',
    shortNames: ['wi'],
  },
]

/**
 * CustomResourceDefinitions in place of Gardener’s kinds where Gardener’s own API server is missing: any content, no
 * admission.
 */
export function gardenerKinds(): readonly object[] {
  return KINDS.map(({ group, version, plural, kind, shortNames }) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List`, shortNames },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  }))
}
