import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { bindingResource, CONFIG_MAPS, GARDENER_CLUSTERS, RUNTIMES, SECRETS, SHOOTS } from './resources/resource.ts'

/**
 * Purpose of permissions, which are granted or withheld together; every other one needs `reading`. `plans`:
 * read plans and KEB's rules in the control plane. `rules`: publish rules.
 */
export type PermissionPart = 'reading' | 'plans' | 'acting' | 'rules' | 'operators' | 'cleaning'

/** A rule of RBAC. */
export interface PermissionRule {
  readonly parts: readonly PermissionPart[]
  readonly cluster: 'gardener' | 'control-plane'
  /**
   * `namespace`: in the namespace of the project or of the custom resources. `cluster`: in all
   * namespaces and on cluster-scoped resources.
   */
  readonly scope: 'namespace' | 'cluster'
  readonly group: string
  /** Plural names, with a subresource: `shoots/adminkubeconfig`. */
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
  /** Only objects with these names. */
  readonly names?: readonly string[]
  /** What fails without it; completes a sentence that begins with "Without it". */
  readonly without: string
}

/** Settings that determine the required permissions. */
interface PermissionSettings {
  readonly bindingKinds: readonly BindingKind[]
  readonly rulesConfigMap: string
  readonly kebConfigMap: string
}

/** Parts that change bindings. */
const CHANGE_BINDINGS = ['acting', 'operators', 'cleaning'] as const
const READ = ['get', 'list', 'watch'] as const

/**
 * Every permission that the console needs, and no more: RBAC rules and `hap doctor` are checked
 * against this list. It omits what Kubernetes permits every authenticated user (version,
 * self-reviews).
 */
export function permissions(settings: PermissionSettings): readonly PermissionRule[] {
  return [...inGardener(settings), ...inControlPlane(settings)]
}

function inGardener({ bindingKinds, rulesConfigMap }: PermissionSettings): readonly PermissionRule[] {
  const here = { cluster: 'gardener', scope: 'namespace' } as const
  const bindings = bindingKinds.map(kind => ({ ...here, ...named(bindingResource(kind)) }))
  const configMaps = named(CONFIG_MAPS)
  return [
    ...bindings.map(each => ({
      ...each,
      parts: ['reading'] as const,
      verbs: READ,
      without: 'there are no accounts to show',
    })),
    { ...here, ...named(SHOOTS), parts: ['reading'], verbs: READ, without: 'it is unknown which accounts are in use' },
    ...bindings.map(each => ({
      ...each,
      parts: CHANGE_BINDINGS,
      verbs: ['patch'],
      without: 'no account is claimed, released, marked or cleaned',
    })),
    {
      ...here,
      ...named(SECRETS),
      parts: CHANGE_BINDINGS,
      verbs: ['get'],
      // gardener/gardener, plugin/pkg/global/resourcereferencemanager
      without: 'Gardener refuses every change of a binding that refers to a Secret, and no account is cleaned',
    },
    {
      ...here,
      ...configMaps,
      parts: ['rules'],
      verbs: ['get', 'create', 'patch'],
      names: [rulesConfigMap],
      without: 'published rules stay in the database, and other programs cannot read them',
    },
    {
      ...here,
      ...named(SHOOTS),
      parts: ['operators'],
      verbs: ['create', 'patch', 'delete'],
      without: 'the operators create no shoots for Clusters',
    },
    {
      ...here,
      group: SHOOTS.group,
      resources: [`${SHOOTS.plural}/adminkubeconfig`],
      parts: ['operators'],
      verbs: ['create'],
      without: 'the operators cannot access clusters: no administrators, no kubeconfigs',
    },
    {
      ...here,
      ...configMaps,
      parts: ['operators'],
      verbs: ['create', 'patch', 'delete'],
      without: 'Clusters that name an issuer get no sign-in with it',
    },
    {
      cluster: 'gardener',
      scope: 'cluster',
      group: SHOOTS.group,
      resources: ['cloudprofiles'],
      parts: ['operators'],
      verbs: ['get'],
      without: 'the operators choose neither version nor zones of a shoot',
    },
  ]
}

const OPERATED = { group: 'operator.kyma-project.io', resources: ['clusters', 'kubeconfigrequests'] } as const
const REQUESTED = { group: 'control-plane.kyma-project.io', resources: ['subscriptionrequests'] } as const

function inControlPlane({ kebConfigMap }: PermissionSettings): readonly PermissionRule[] {
  const here = { cluster: 'control-plane', scope: 'namespace' } as const
  const own = { ...here, parts: ['operators'] } as const
  const events = { group: 'events.k8s.io', resources: ['events'] } as const
  const leases = { group: 'coordination.k8s.io', resources: ['leases'] } as const
  const noOperator = 'the operators do not work'
  const noResource = 'the Operators page cannot create, change or delete objects'
  return [
    {
      ...here,
      group: RUNTIMES.group,
      resources: [RUNTIMES.plural, GARDENER_CLUSTERS.plural],
      parts: ['plans'],
      verbs: READ,
      without: 'plans and platform regions of clusters without a claim stay unknown',
    },
    {
      ...here,
      ...named(CONFIG_MAPS),
      parts: ['plans'],
      verbs: ['get'],
      names: [kebConfigMap],
      without: 'the rules of KEB are not compared with the published ones',
    },
    ...[OPERATED, REQUESTED].map(kinds => ({
      ...here,
      ...kinds,
      parts: ['reading'] as const,
      verbs: READ,
      without: 'the Operators page is empty',
    })),
    { ...here, ...events, parts: ['reading'], verbs: ['list'], without: 'pages show no events of custom resources' },
    {
      ...here,
      ...leases,
      parts: ['reading'],
      verbs: ['get'],
      without: 'the leader of the operators is unknown',
    },
    { ...here, ...OPERATED, parts: ['acting'], verbs: ['create', 'patch', 'delete'], without: noResource },
    { ...here, ...REQUESTED, parts: ['acting'], verbs: ['create', 'delete'], without: noResource },
    {
      ...here,
      ...named(SECRETS),
      parts: ['acting'],
      verbs: ['get'],
      without: 'administrators cannot download kubeconfigs',
    },
    { ...own, ...OPERATED, verbs: [...READ, 'patch'], without: noOperator },
    { ...own, ...REQUESTED, verbs: [...READ, 'create', 'patch', 'delete'], without: noOperator },
    { ...own, ...below(OPERATED, 'status'), verbs: ['patch'], without: noOperator },
    { ...own, ...below(REQUESTED, 'status'), verbs: ['patch'], without: noOperator },
    {
      ...own,
      ...below(OPERATED, 'finalizers'),
      verbs: ['update'],
      without: 'objects of the operators get no owner on servers that restrict blockOwnerDeletion',
    },
    {
      ...own,
      ...named(SECRETS),
      verbs: [...READ, 'create', 'patch', 'delete'],
      without: 'no kubeconfigs are issued, and imported clusters cannot be accessed',
    },
    { ...own, ...leases, verbs: ['get', 'create', 'update'], without: noOperator },
    { ...own, ...events, verbs: ['create', 'patch'], without: 'the operators record no events' },
    {
      ...own,
      group: '',
      resources: ['namespaces'],
      verbs: ['get'],
      without: 'objects of this installation cannot be distinguished from those of others',
    },
    {
      cluster: 'control-plane',
      scope: 'cluster',
      group: OPERATED.group,
      resources: ['kubeconfigrequests'],
      parts: ['operators'],
      verbs: ['list'],
      without: 'leftovers of revoked kubeconfigs stay in clusters, and no Cluster is deleted',
    },
    {
      cluster: 'control-plane',
      scope: 'cluster',
      ...REQUESTED,
      parts: ['operators'],
      verbs: ['list'],
      without: 'claims without a request are not released',
    },
  ]
}

function named({ group, plural }: { readonly group: string; readonly plural: string }) {
  return { group, resources: [plural] } as const
}

function below(kinds: { readonly group: string; readonly resources: readonly string[] }, subresource: string) {
  return { group: kinds.group, resources: kinds.resources.map(plural => `${plural}/${subresource}`) }
}
