import { BROUGHT, type Fields, type Kind } from './chart-server.ts'

/** What every server refuses by the schema. */
export const BY_SCHEMA: readonly (readonly [kind: Kind, fields: Fields, field: string, message: RegExp])[] = [
  ['Cluster', { spec: null }, 'spec', /^Required value/],
  [
    'Cluster',
    { 'spec.infrastructure.provider': 'ibm' },
    'spec.infrastructure.provider',
    /supported values: "aws", "azure"/,
  ],
  ['Cluster', { 'spec.infrastructure.provider': null }, 'spec.infrastructure.provider', /^Required/],
  [
    'Cluster',
    { 'spec.infrastructure.subscriptionSelector': null },
    'spec.infrastructure.subscriptionSelector',
    /^Required/,
  ],
  [
    'Cluster',
    { 'spec.infrastructure.subscriptionSelector': 'a'.repeat(301) },
    'spec.infrastructure.subscriptionSelector',
    /300/,
  ],
  ['Cluster', { 'spec.infrastructure.autoScalerMin': 0 }, 'spec.infrastructure.autoScalerMin', /or equal to 1$/],
  [
    'Cluster',
    { 'spec.infrastructure.autoScalerMin': '5' },
    'spec.infrastructure.autoScalerMin',
    /must be of type integer/,
  ],
  ['Cluster', { 'spec.infrastructure.autoScalerMax': 1001 }, 'spec.infrastructure.autoScalerMax', /or equal to 1000$/],
  ['Cluster', { 'spec.infrastructure.numberOfZones': 0 }, 'spec.infrastructure.numberOfZones', /or equal to 1$/],
  ['Cluster', { 'spec.infrastructure.machineType': '' }, 'spec.infrastructure.machineType', /should match/],
  ['Cluster', { 'spec.core.region': null }, 'spec.core.region', /^Required/],
  ['Cluster', { 'spec.core.region': 'eu central' }, 'spec.core.region', /should match/],
  ['Cluster', { 'spec.core.region': 'a'.repeat(64) }, 'spec.core.region', /63/],
  ['Cluster', { 'spec.core.platformRegion': 'cf-eu11,shared=true' }, 'spec.core.platformRegion', /should match/],
  ['Cluster', { 'spec.core.purpose': 'Fun' }, 'spec.core.purpose', /supported values: "Evaluation"/],
  ['Cluster', { 'spec.oidcConfig.issuerURL': null }, 'spec.oidcConfig.issuerURL', /^Required/],
  ['Cluster', { 'spec.administrators': ['a', 'a'] }, 'spec.administrators[1]', /^Duplicate value/],
  ['Cluster', { 'spec.administrators': [''] }, 'spec.administrators[0]', /at least 1 char/],
  [
    'Cluster',
    { 'spec.extensions.shootNetworkingFilterDisabled': 'yes' },
    'spec.extensions.shootNetworkingFilterDisabled',
    /boolean/,
  ],
  ['Cluster', { spec: { kubeconfigSecretRef: { name: 'A_b' } } }, 'spec.kubeconfigSecretRef.name', /should match/],
  ['SubscriptionRequest', { 'spec.provider': 'ibm' }, 'spec.provider', /supported values/],
  ['SubscriptionRequest', { 'spec.subscriptionSelector': null }, 'spec.subscriptionSelector', /^Required/],
  ['SubscriptionRequest', { 'spec.plan': 'a b' }, 'spec.plan', /should match/],
  ['SubscriptionRequest', { 'spec.region': '-a' }, 'spec.region', /should match/],
  ['SubscriptionRequest', { 'spec.cluster': 'C-1' }, 'spec.cluster', /should match/],
  ['KubeconfigRequest', { 'spec.expiration': 599 }, 'spec.expiration', /or equal to 600$/],
  ['KubeconfigRequest', { 'spec.expiration': 2_592_001 }, 'spec.expiration', /or equal to 2592000$/],
  ['KubeconfigRequest', { 'spec.expiration': null }, 'spec.expiration', /^Required/],
  ['KubeconfigRequest', { 'spec.cluster': null }, 'spec.cluster', /^Required/],
  ['KubeconfigRequest', { 'spec.cluster': 'A b' }, 'spec.cluster', /should match/],
  ['KubeconfigRequest', { 'spec.output': 'mail' }, 'spec.output', /supported values: "secret", "status"/],
  ['KubeconfigRequest', { 'spec.clusterRole.rules': [] }, 'spec.clusterRole.rules', /at least 1 items/],
  ['KubeconfigRequest', { 'spec.role.namespace': null }, 'spec.role.namespace', /^Required/],
  [
    'KubeconfigRequest',
    { 'spec.role.rules': [{ apiGroups: [''], resources: ['pods'] }] },
    'spec.role.rules[0].verbs',
    /^Required/,
  ],
]

const SELECTOR = 'must be globalaccount:<id>, shared, or both joined by ||'

/** What servers that know rules refuse by them, and others leave to the operators. */
export const BY_RULE: readonly (readonly [kind: Kind, fields: Fields, field: string, message: string])[] = [
  ...[
    ' ',
    'a | shared',
    'a ||',
    '|| a',
    'a || b',
    'shared || shared',
    'subaccount:a',
    'a || "shared',
    'a,shared=true',
    'a'.repeat(64),
  ].map(
    text =>
      [
        'Cluster',
        { 'spec.infrastructure.subscriptionSelector': text },
        'spec.infrastructure.subscriptionSelector',
        SELECTOR,
      ] as const,
  ),
  ['SubscriptionRequest', { 'spec.subscriptionSelector': 'globalaccount:' }, 'spec.subscriptionSelector', SELECTOR],
  ['SubscriptionRequest', { 'spec.subscriptionSelector': 'a || b' }, 'spec.subscriptionSelector', SELECTOR],
  [
    'Cluster',
    { 'spec.infrastructure.autoScalerMin': 6 },
    'spec.infrastructure.autoScalerMax',
    'autoScalerMax must not be less than autoScalerMin',
  ],
  [
    'Cluster',
    { 'spec.administrators': ['a', 'system:anonymous'] },
    'spec.administrators[1]',
    'users whose names begin with system: belong to Kubernetes',
  ],
  [
    'Cluster',
    { spec: {} },
    'spec',
    'set either infrastructure, for a managed cluster, or kubeconfigSecretRef, for an imported one',
  ],
  ['Cluster', { 'spec.core': null }, 'spec', 'a managed cluster needs core.region'],
  [
    'Cluster',
    { spec: { ...BROUGHT, euAccess: true } },
    'spec',
    'core, oidcConfig, extensions and euAccess are for managed clusters, but kubeconfigSecretRef imports an existing one',
  ],
  ['KubeconfigRequest', { 'spec.role': null, 'spec.clusterRole': null }, 'spec', 'give clusterRole, role or both'],
  [
    'KubeconfigRequest',
    { 'spec.clusterRole.rules': [{ verbs: ['get'], resources: ['pods'] }] },
    'spec.clusterRole.rules[0]',
    'a rule needs apiGroups and resources, or else nonResourceURLs alone',
  ],
  [
    'KubeconfigRequest',
    { 'spec.clusterRole.rules': [{ verbs: ['get'], nonResourceURLs: ['/healthz'], resources: ['pods'] }] },
    'spec.clusterRole.rules[0]',
    'a rule needs apiGroups and resources, or else nonResourceURLs alone',
  ],
]
