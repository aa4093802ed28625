import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { bindingResource, CONFIG_MAPS, GARDENER_CLUSTERS, RUNTIMES, SECRETS, SHOOTS } from './resources/resource.ts'

/**
 * Purpose of a permission, granted or withheld as a whole; everything needs `reading`. `plans`:
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
    { ...here, ...named(SHOOTS), parts: ['reading'], verbs: READ, without: 'nobody knows which accounts are in use' },
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
      without: 'published rules stay in the database, and nobody else can read them',
    },
    {
      ...here,
      ...named(SHOOTS),
      parts: ['operators'],
      verbs: ['create', 'patch', 'delete'],
      without: 'the operators make no shoot of a Cluster',
    },
    {
      ...here,
      group: SHOOTS.group,
      resources: [`${SHOOTS.plural}/adminkubeconfig`],
      parts: ['operators'],
      verbs: ['create'],
      without: 'the operators get into no cluster: no administrators, no kubeconfigs',
    },
    {
      ...here,
      ...configMaps,
      parts: ['operators'],
      verbs: ['create', 'patch', 'delete'],
      without: 'a Cluster that names an issuer gets no sign-in by it',
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
  const noResource = 'the page Operators makes, changes and deletes nothing'
  return [
    {
      ...here,
      group: RUNTIMES.group,
      resources: [RUNTIMES.plural, GARDENER_CLUSTERS.plural],
      parts: ['plans'],
      verbs: READ,
      without: 'plans and platform regions of clusters nobody claimed here stay unknown',
    },
    {
      ...here,
      ...named(CONFIG_MAPS),
      parts: ['plans'],
      verbs: ['get'],
      names: [kebConfigMap],
      without: 'the rules KEB has are not compared with the published ones',
    },
    ...[OPERATED, REQUESTED].map(kinds => ({
      ...here,
      ...kinds,
      parts: ['reading'] as const,
      verbs: READ,
      without: 'the page Operators is empty',
    })),
    { ...here, ...events, parts: ['reading'], verbs: ['list'], without: 'pages tell no events of custom resources' },
    {
      ...here,
      ...leases,
      parts: ['reading'],
      verbs: ['get'],
      without: 'nobody sees which process leads the operators',
    },
    { ...here, ...OPERATED, parts: ['acting'], verbs: ['create', 'patch', 'delete'], without: noResource },
    { ...here, ...REQUESTED, parts: ['acting'], verbs: ['create', 'delete'], without: noResource },
    {
      ...here,
      ...named(SECRETS),
      parts: ['acting'],
      verbs: ['get'],
      without: 'administrators download no kubeconfig',
    },
    { ...own, ...OPERATED, verbs: [...READ, 'patch'], without: noOperator },
    { ...own, ...REQUESTED, verbs: [...READ, 'create', 'patch', 'delete'], without: noOperator },
    { ...own, ...below(OPERATED, 'status'), verbs: ['patch'], without: noOperator },
    { ...own, ...below(REQUESTED, 'status'), verbs: ['patch'], without: noOperator },
    {
      ...own,
      ...below(OPERATED, 'finalizers'),
      verbs: ['update'],
      without: 'what the operators make has no owner, where the server checks who may block a deletion',
    },
    {
      ...own,
      ...named(SECRETS),
      verbs: [...READ, 'create', 'patch', 'delete'],
      without: 'no kubeconfig is handed out, and no cluster that was brought is opened',
    },
    { ...own, ...leases, verbs: ['get', 'create', 'update'], without: noOperator },
    { ...own, ...events, verbs: ['create', 'patch'], without: 'what the operators did is told by no event' },
    {
      ...own,
      group: '',
      resources: ['namespaces'],
      verbs: ['get'],
      without: 'objects of this installation are not told from those of others',
    },
    {
      cluster: 'control-plane',
      scope: 'cluster',
      group: OPERATED.group,
      resources: ['kubeconfigrequests'],
      parts: ['operators'],
      verbs: ['list'],
      without: 'what is left of revoked kubeconfigs stays in clusters, and no Cluster is taken down',
    },
    {
      cluster: 'control-plane',
      scope: 'cluster',
      ...REQUESTED,
      parts: ['operators'],
      verbs: ['list'],
      without: 'claims that no request stands for are not given back',
    },
  ]
}

function named({ group, plural }: { readonly group: string; readonly plural: string }) {
  return { group, resources: [plural] } as const
}

function below(kinds: { readonly group: string; readonly resources: readonly string[] }, subresource: string) {
  return { group: kinds.group, resources: kinds.resources.map(plural => `${plural}/${subresource}`) }
}
