import { text } from 'node:stream/consumers'
import { type Ability, isAbleTo, listAbilities } from '#lib/garden/access-review.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { describePermission, GardenError, isNotServed } from '#lib/garden/client/garden-error.ts'
import type { Access } from '#lib/garden/client/kubeconfig.ts'
import { createTransport } from '#lib/garden/client/transport.ts'
import type { PermissionPart, PermissionRule } from '#lib/garden/permissions.ts'
import { bindingResource, type Resource, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { mapConcurrently } from '#lib/util/concurrency.ts'
import { VERSION } from '#lib/version.ts'
import { type Checkup, clockCheck, note, well, wrong } from './checkup.ts'

/** Seconds of skew that leases and tokens tolerate. */
const MUCH_SKEW = 15
const ANSWER_MS = 15_000

/** Checks that an API server answers, its version, and the skew of its clock. */
export async function checkCluster(
  subject: 'Gardener' | 'control plane',
  access: Access,
  clock: () => number = Date.now,
): Promise<{ readonly answers: boolean; readonly checks: readonly Checkup[] }> {
  const userAgent = `hap-console/${VERSION}`
  const transport = createTransport({ access, clock: Date.now, userAgent, gzip: false })
  const proxy = findProxy(access)
  const through = proxy === null ? '' : ` through the proxy ${proxy}`
  try {
    const asked = clock()
    const answer = await transport.stream({
      doing: 'ask the API server for its version',
      permission: null,
      method: 'GET',
      path: '/version',
      accept: 'application/json',
      withinMs: ANSWER_MS,
    })
    const { gitVersion } = JSON.parse(await text(answer.body)) as { gitVersion?: string }
    const where = `${access.server} responds${through}: ${gitVersion ?? 'unknown version'}.`
    const between = asked + (clock() - asked) / 2
    const theirs = Date.parse(answer.headers.date ?? '')
    const whose = `the API server of ${subject}`
    const checks = [well(subject, where), clockCheck({ whose, theirs, ours: between, much: MUCH_SKEW })]
    return { answers: true, checks }
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    const fix = `Check the kubeconfig with: kubectl --context ${access.context} version`
    const way = proxy === null ? '' : ` The request went${through}.`
    return { answers: false, checks: [wrong(subject, `${error.message}${way}`, fix)] }
  } finally {
    transport.close()
  }
}

/** Host and port of the proxy that proxy-url or HTTPS_PROXY names; null for a direct connection. */
function findProxy(access: Access): string | null {
  const url = access.load().getCurrentCluster()?.proxyUrl
  return url !== undefined && URL.canParse(url) ? new URL(url).host : null
}

/**
 * Reports watched kinds that Gardener does not serve, as after an upgrade that removed one. Other errors belong to other checks.
 */
export async function checkKinds(
  client: Pick<GardenClient, 'page'>,
  namespace: string,
  kinds: readonly BindingKind[],
): Promise<readonly Checkup[]> {
  const resources = [...kinds.map(bindingResource), SHOOTS]
  const served = await Promise.all(resources.map(resource => isServed(client, resource, namespace)))
  return resources.filter((_, index) => !served[index]).map(resource => notServed(resource, kinds))
}

async function isServed(client: Pick<GardenClient, 'page'>, resource: Resource, namespace: string): Promise<boolean> {
  try {
    await client.page({ resource, namespace }, { limit: 1 }, () => undefined)
    return true
  } catch (error) {
    return !isNotServed(error)
  }
}

function notServed({ kind, plural, group }: Resource, kinds: readonly BindingKind[]): Checkup {
  const says = `Gardener does not serve ${plural}${group === '' ? '' : `.${group}`}.`
  if (kind !== 'SecretBinding')
    return wrong('Gardener', `${says} Without it the console does not work.`, 'Check server in the kubeconfig.')
  const rest = kinds.filter(each => each !== 'SecretBinding').join(',')
  return note(
    'Gardener',
    `${says} The last known owners, states and claims stay in force. Their accounts are not assigned.`,
    rest === ''
      ? 'Label a CredentialsBinding of each account, and set HAP_BINDING_KINDS=CredentialsBinding.'
      : `Label a CredentialsBinding of each account that the page Bindings lists for kind:SecretBinding, then set HAP_BINDING_KINDS=${rest}.`,
  )
}

const FIXES = {
  Gardener: 'Check HAP_NAMESPACE; without it, the namespace of the context in the kubeconfig.',
  'control plane': 'Check HAP_KCP_NAMESPACE.',
} as const

/**
 * Reports a missing namespace, because API servers answer a list in one without an error, as empty.
 * Returns no checkups when the namespace exists or the user may not read it.
 */
export async function checkNamespace(
  subject: keyof typeof FIXES,
  client: Pick<GardenClient, 'request'>,
  name: string,
): Promise<readonly Checkup[]> {
  try {
    await client.request({
      doing: `read the namespace ${name}`,
      permission: null,
      method: 'GET',
      path: `/api/v1/namespaces/${encodeURIComponent(name)}`,
    })
    return []
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    if (error.kind !== 'not-found') return []
    return [wrong(subject, `There is no namespace ${name}: every list would be empty.`, FIXES[subject])]
  }
}

interface PermissionQuestion {
  readonly rules: readonly PermissionRule[]
  /** Parts of the console that the settings enable; the permissions of other parts may be missing. */
  readonly wanted: ReadonlySet<PermissionPart>
  readonly namespaces: Readonly<Record<PermissionRule['cluster'], string>>
  readonly client: Pick<GardenClient, 'request'>
  /** Where the user of the client is configured, for the advice. */
  readonly user: string
}

/** Concurrent access reviews. */
const AT_ONCE = 8

/** Up to this many missing permissions are named; a longer list has a common cause, so names do not help. */
const FEW = 5

/** Reviews each verb on each resource that the console needs, and reports the missing permissions by part. */
export async function checkPermissions(question: PermissionQuestion): Promise<readonly Checkup[]> {
  try {
    const refused = await refusedAbilities(question)
    const parts = [...new Set(question.rules.flatMap(rule => rule.parts))]
    return parts.flatMap(part => partChecks(part, question, refused))
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    return [wrong('permissions', error.message, 'Fix this first: the permissions of the console are unknown.')]
  }
}

type Refused = ReadonlyMap<PermissionRule, readonly Ability[]>

async function refusedAbilities({ rules, namespaces, client }: PermissionQuestion): Promise<Refused> {
  const all = rules.flatMap(rule => listAbilities(rule, namespaces).map(ability => ({ rule, ability })))
  const refused = new Map<PermissionRule, Ability[]>()
  await mapConcurrently(all, AT_ONCE, async ({ rule, ability }) => {
    if (await isAbleTo(client, ability)) return
    refused.set(rule, [...(refused.get(rule) ?? []), ability])
  })
  return refused
}

const PURPOSES: Readonly<Record<PermissionPart, string>> = {
  reading: 'showing accounts, shoots and custom resources',
  plans: 'reading plans and the rules of KEB',
  acting: 'claims and actions on accounts',
  rules: 'publishing rules to the ConfigMap',
  operators: 'the operators',
  cleaning: 'cleaning accounts',
}

function partChecks(
  part: PermissionPart,
  { rules, wanted, user, namespaces }: PermissionQuestion,
  refused: Refused,
): readonly Checkup[] {
  const own = rules.filter(rule => rule.parts.includes(part))
  const lacking = own.filter(rule => refused.has(rule))
  const [{ cluster } = { cluster: 'gardener' }] = own
  const where = cluster === 'gardener' ? 'Gardener' : 'the control plane'
  const purpose = `${PURPOSES[part]} (${part}) in ${where}`
  if (lacking.length === 0) return [well('permissions', `Everything is allowed for ${purpose}.`)]
  const none = own.every(rule => refused.get(rule)?.length === listAbilities(rule, namespaces).length)
  // No setting enables actions: some of their permissions are a mistake, none of them is a choice.
  const isMeant = wanted.has(part) || (part === 'acting' && !none)
  if (!isMeant) {
    const fix = `Grant the rules of "${part}" to ${user} if this console is meant for it.`
    const missing = lacking.flatMap(rule => refused.get(rule) ?? [])
    const named = missing.length > FEW ? `${missing.length} permissions` : missing.map(inWords).join(', ')
    const says = none
      ? `Nothing is allowed for ${purpose}.`
      : `Not everything is allowed for ${purpose}: without ${named}.`
    return [note('permissions', says, fix)]
  }
  return lacking.map(rule => {
    const missing = (refused.get(rule) ?? []).map(inWords).join(', ')
    const says = `Not allowed in ${where}: ${missing}. Without it ${rule.without}.`
    return wrong('permissions', says, `Grant it to ${user}.`)
  })
}

function inWords({ name, ...ability }: Ability): string {
  return `${describePermission(ability)}${name === null ? '' : ` (${name})`}`
}
