import { describe, expect, test } from 'vitest'
import type { AccessRule } from './access-rule.ts'
import { DANGER_CODES, DANGERS, parseExceptions } from './dangers.ts'
import { type AccessFlag, describeDenial, judgeRules, policyFlags } from './judge-rules.ts'

const RBAC = 'rbac.authorization.k8s.io'

/** The exceptions of a namespace, in the form of the setting. */
const excepting = (codes: string) => parseExceptions(`kcp=${codes}`).get('kcp') ?? []

function codes(rule: AccessRule, namespace: string | null = null): string[] {
  const access =
    namespace === null ? { clusterRules: [rule], role: null } : { clusterRules: [], role: { namespace, rules: [rule] } }
  return judgeRules(access).denials.map(({ code }) => code)
}

const on = (groups: string, resources: string, verbs: string): AccessRule => ({
  apiGroups: groups.split(' ').map(group => (group === 'core' ? '' : group)),
  resources: resources.split(' '),
  verbs: verbs.split(' '),
})

test.each([
  ['reads of pods', on('core', 'pods pods/log', 'get list watch'), null, []],
  ['writes of own resources', on('compass.example.com', 'applications', 'create update delete'), null, []],
  ['Secrets of one namespace', on('core', 'secrets', 'get create'), 'compass-system', []],
  ['deployments of one namespace', on('apps', 'deployments', 'create'), 'compass-system', []],
  ['reads of roles', on(RBAC, 'roles clusterroles', 'get list'), null, []],
  ['all verbs', on('core', 'configmaps', '*'), null, ['wildcard-verbs']],
  ['all groups', on('*', 'applications', 'get'), null, ['wildcard-groups']],
  ['all groups with named resources in one namespace', on('*', 'secrets', 'get'), 'x', []],
  ['all groups with roles in one namespace', on('*', 'roles', 'create'), 'x', ['roles']],
  ['all groups and resources of one namespace', on('*', '*', 'get'), 'x', ['wildcard-groups', 'wildcard-resources']],
  ['services of the cluster', on('core', 'services', 'patch'), null, ['cluster-network']],
  ['addresses of load balancers of the cluster', on('core', 'services/status', 'patch'), null, ['cluster-network']],
  ['addresses and labels of pods of the cluster', on('core', 'pods/status', 'update'), null, ['cluster-network']],
  ['the status of pods and services of one namespace', on('core', 'pods/status services/status', 'patch'), 'x', []],
  ['labels of namespaces by their status', on('core', 'namespaces/status', 'patch'), null, ['cluster-namespaces']],
  ['labels of one namespace by its status', on('core', 'namespaces/status', 'update'), 'x', ['cluster-namespaces']],
  ['reads of services of the cluster', on('core', 'services endpoints nodes', 'get list watch'), null, []],
  ['services of one namespace', on('core', 'services', 'create'), 'compass-system', []],
  ['endpoint slices of the cluster', on('discovery.k8s.io', 'endpointslices', 'delete'), null, ['cluster-network']],
  ['labels of nodes', on('core', 'nodes', 'patch'), null, ['nodes']],
  ['new namespaces', on('core', 'namespaces', 'create'), null, ['cluster-namespaces']],
  ['deleting volumes', on('core', 'persistentvolumes', 'delete'), null, ['volumes']],
  ['a role in kyma-system', on('core', 'configmaps', 'get'), 'kyma-system', ['protected-namespace']],
  ['a role in istio-system', on('core', 'configmaps', 'get'), 'istio-system', ['protected-namespace']],
  ['a role in garden', on('core', 'configmaps', 'get'), 'garden', ['protected-namespace']],
  ['all resources', on('core', '*', 'get'), 'x', ['wildcard-resources']],
  ['everything', on('*', '*', '*'), null, ['wildcard-verbs', 'wildcard-groups', 'wildcard-resources']],
  ['Secrets of the cluster', on('core', 'secrets', 'get'), null, ['cluster-secrets']],
  ['Secrets among others', on('core', 'configmaps secrets', 'list'), null, ['cluster-secrets']],
  ['escalate', on(RBAC, 'clusterroles', 'escalate'), null, ['escalate']],
  ['escalate on anything', on('apps', 'deployments', 'escalate'), 'x', ['escalate']],
  ['bind', on(RBAC, 'clusterroles', 'bind'), null, ['bind']],
  ['impersonate', on('core', 'users', 'impersonate'), null, ['impersonate']],
  ['impersonation as one kind', on('authentication.k8s.io', 'users', 'impersonate:user-info'), null, ['impersonate']],
  ['impersonation for one verb', on('core', 'pods', 'impersonate-on:user-info:list'), 'x', ['impersonate']],
  ['roles', on(RBAC, 'rolebindings', 'create'), 'x', ['roles']],
  ['deleting bindings', on(RBAC, 'clusterrolebindings', 'deletecollection'), null, ['roles']],
  ['tokens', on('core', 'serviceaccounts/token', 'create'), 'x', ['tokens']],
  ['tokens by a subresource wildcard', on('core', '*/token', 'create'), 'x', ['tokens']],
  ['exec', on('core', 'pods/exec', 'create'), 'x', ['pod-access']],
  ['exec by get (websockets)', on('core', 'pods/exec', 'get'), 'x', ['pod-access']],
  ['attach', on('core', 'pods/attach', 'create'), 'x', ['pod-access']],
  ['portforward', on('core', 'pods/portforward', 'create'), 'x', ['pod-access']],
  ['node proxy', on('core', 'nodes/proxy', 'get'), null, ['proxy']],
  ['webhooks', on('admissionregistration.k8s.io', 'mutatingwebhookconfigurations', 'patch'), null, ['admission']],
  ['approval', on('certificates.k8s.io', 'certificatesigningrequests/approval', 'update'), null, ['signers']],
  [
    'a certificate of a node',
    on('certificates.k8s.io', 'certificatesigningrequests/nodeclient', 'create'),
    null,
    ['signers'],
  ],
  ['asking for a certificate', on('certificates.k8s.io', 'certificatesigningrequests', 'create get'), null, []],
  ['signers', on('certificates.k8s.io', 'signers', 'approve'), null, ['signers']],
  ['pods of the cluster', on('core', 'pods', 'create'), null, ['cluster-workloads']],
  ['ConfigMaps of the cluster', on('core', 'configmaps', 'patch'), null, ['cluster-configmaps']],
  ['reads of ConfigMaps of the cluster', on('core', 'configmaps', 'get list watch'), null, []],
  ['ConfigMaps of one namespace', on('core', 'configmaps', 'create patch'), 'compass-system', []],
  ['labels of the own namespace', on('core', 'namespaces', 'patch'), 'compass-system', ['cluster-namespaces']],
  ['logs by a kubelet', on('core', 'nodes/log', 'get'), null, ['proxy']],
  ['conversion of resources', on('apiextensions.k8s.io', 'customresourcedefinitions', 'patch'), null, ['admission']],
  ['a new kind of resource', on('apiextensions.k8s.io', 'customresourcedefinitions', 'create get'), null, []],
  ['API services', on('apiregistration.k8s.io', 'apiservices', 'create'), null, ['api-services']],
  ['a role in kube-system', on('core', 'configmaps', 'get'), 'kube-system', ['protected-namespace']],
  ['a role in our own namespace', on('core', 'secrets', 'delete'), 'hap-access', ['protected-namespace']],
  ['health', { verbs: ['get'], nonResourceURLs: ['/healthz', '/metrics'] }, null, []],
  ['all URLs', { verbs: ['get'], nonResourceURLs: ['*'] }, null, ['wildcard-urls']],
  ['logs of nodes', { verbs: ['get'], nonResourceURLs: ['/logs/*'] }, null, ['urls']],
  ['all below harmless', { verbs: ['get'], nonResourceURLs: ['/healthz*'] }, null, ['urls']],
])('%s', (_name, rule, namespace, expected) => {
  expect(codes(rule, namespace)).toEqual(expected)
})

test.each([
  ['all verbs on Secrets', on('core', 'secrets', '*'), ['the verb "*"', '"*" on secrets in the whole cluster']],
  [
    'all groups with Secrets',
    on('*', 'secrets', 'get'),
    ['the API group "*"', '"get" on secrets in the whole cluster'],
  ],
  [
    'a named verb beside all',
    on('core', 'pods configmaps', '* create'),
    ['the verb "*"', '"create" on configmaps in the whole cluster', '"create" on pods in the whole cluster'],
  ],
  ['a named resource beside all', on('core', '* pods/exec', 'get'), ['the resource "*"', '"get" on pods/exec']],
  [
    'several of one kind',
    on('core apps', 'pods deployments services', 'create patch get'),
    [
      '"create", "patch" on pods, deployments in the whole cluster',
      '"create", "patch" on services in the whole cluster',
    ],
  ],
])('reports all refusals of a rule together: %s', (_name, rule, expected) => {
  expect(judgeRules({ clusterRules: [rule], role: null }).denials.map(({ what }) => what)).toEqual(expected)
})

test('an exception lifts only its code, and reveals the refusals behind a wildcard', () => {
  const rule = on(RBAC, 'roles', '*')
  const { denials } = judgeRules({ clusterRules: [rule], role: null }, excepting('wildcard-verbs'))
  expect(denials.map(({ code }) => code)).toEqual(['escalate', 'bind', 'roles'])
  const all = excepting(DANGER_CODES.join(','))
  expect(judgeRules({ clusterRules: [on('*', '*', '*')], role: null }, all).denials).toEqual([])
})

test('an exception for all verbs lifts neither verbs named beside the wildcard nor those it implies on users', () => {
  const denied = (rule: AccessRule) =>
    judgeRules({ clusterRules: [rule], role: null }, excepting('wildcard-verbs')).denials
  expect(denied(on('example.com', 'things', '* escalate')).map(({ code, what }) => [code, what])).toEqual([
    ['escalate', 'the verb "escalate"'],
  ])
  expect(denied(on('authentication.k8s.io', 'users', '*')).map(({ code }) => code)).toEqual(['impersonate'])
})

test('a refused rule does not affect others', () => {
  const fine = on('core', 'pods', 'get')
  const access = { clusterRules: [on('core', 'secrets', 'get'), fine], role: { namespace: 'x', rules: [fine] } }
  const { granted, denials } = judgeRules(access)
  expect(granted).toEqual({ clusterRules: [fine], role: { namespace: 'x', rules: [fine] } })
  expect(denials.map(describeDenial)).toEqual([
    'spec.clusterRole.rules[0]: "get" on secrets in the whole cluster is refused, because the Secrets of the whole cluster contain the credentials of all its users.',
  ])
})

describe('the table of dangers', () => {
  test.each(DANGERS.flatMap(danger => danger.resources.map(resource => ({ danger, resource }))))(
    'knows $danger.code on $resource',
    ({ danger, resource }) => {
      const [group = '', ...path] = resource.split('/')
      for (const verb of danger.verbs ?? ['get', 'delete']) {
        expect(codes(on(group, path.join('/'), verb))).toContain(danger.code)
      }
    },
  )
})

const MAPS = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }
const SECRETS = { ...MAPS, resources: ['secrets'] }
const ALL = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }
const EXCEPTIONS = parseExceptions(`a=cluster-secrets;b=${DANGER_CODES.join(',')}`)

test.each<[string, string, object[], readonly AccessFlag[]]>([
  ['nothing for harmless rules', 'a', [MAPS], []],
  ['a danger that an exception permits', 'a', [MAPS, SECRETS], ['dangerous']],
  ['a danger without an exception', 'none', [MAPS, SECRETS], ['refused']],
  ['both', 'a', [SECRETS, ALL], ['dangerous', 'refused']],
  ['everything', 'b', [ALL], ['everything']],
])('flags %s', (_, namespace, rules, flags) => {
  expect(policyFlags({ clusterRules: rules as (typeof MAPS)[], role: null }, namespace, EXCEPTIONS, false)).toEqual(
    flags,
  )
})

describe('an exception with a place', () => {
  const secretsIn = (namespace: string, resources = 'secrets') => ({
    clusterRules: [],
    role: { namespace, rules: [on('core', resources, 'get')] },
  })
  const scoped = excepting('protected-namespace@kyma-system/secrets,cluster-secrets@*')

  test.each([
    ['lifts the refusal there', secretsIn('kyma-system'), 0],
    ['does not lift it in another namespace', secretsIn('istio-system'), 1],
    ['does not lift it for a rule with a further resource', secretsIn('kyma-system', 'secrets configmaps'), 1],
    ['lifts it in the whole cluster', { clusterRules: [on('core', 'secrets', 'get')], role: null }, 0],
  ])('%s', (_, access, refusals) => {
    expect(judgeRules(access, scoped).denials).toHaveLength(refusals)
  })

  test('for one resource does not lift the refusal of URLs', () => {
    const access = { clusterRules: [{ verbs: ['get'], nonResourceURLs: ['/logs'] }], role: null }
    expect(judgeRules(access, excepting('urls@*/pods')).denials).toHaveLength(1)
    expect(judgeRules(access, excepting('urls@*')).denials).toEqual([])
  })
})

test('access that the first release granted is kept, but no danger that it refused too', () => {
  const access = {
    clusterRules: [on('core', 'services', 'create'), on('core', 'secrets', 'get')],
    role: { namespace: 'kyma-system', rules: [on('core', 'configmaps', 'get')] },
  }
  const { granted, denials, kept } = judgeRules(access, [], true)
  expect(denials.map(({ code }) => code)).toEqual(['cluster-secrets'])
  expect(kept.map(({ code }) => code)).toEqual(['cluster-network', 'protected-namespace'])
  expect(granted).toEqual({ ...access, clusterRules: [on('core', 'services', 'create')] })
  expect(policyFlags(access, 'kcp', new Map(), true)).toEqual(['dangerous', 'refused', 'needs-exception'])
})
