import { createHash } from 'node:crypto'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES, type Resource, SECRETS } from '#lib/garden/resources/resource.ts'
import { ACCESS_NAMESPACE, type AccessRule } from '#lib/hap/access/access-rule.ts'
import { isRecord } from '#lib/hap/document.ts'
import { KUBECONFIG_LABELS } from '#lib/operators/api/resources.ts'
import { selectorOf } from '#lib/operators/kubeconfig/names.ts'
import type { Anchor, Inside, InsideObject } from '#lib/operators/kubeconfig/state/observed.ts'
import type { OpenTarget } from '#lib/operators/target/open-target.ts'
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  listAll,
  ROLE_BINDINGS,
  ROLES,
  SERVICE_ACCOUNTS,
} from './cluster-objects.ts'

interface Question {
  readonly installation: string
  readonly uid: string
  /** Name of the objects of the request. */
  readonly name: string
  /** Namespaces that the request needs. */
  readonly namespaces: readonly string[]
}

/**
 * Reads all objects of a request in its cluster, in all namespaces, including those of an earlier
 * spec. Throws GardenError.
 */
export async function observeInside(target: OpenTarget, question: Question, signal: AbortSignal): Promise<Inside> {
  const { client } = target
  const labelSelector = selectorOf(question.installation, question.uid)
  const list = <T extends KubeObject>(resource: Resource, namespace: string | null) =>
    listAll<T>(client, { resource, namespace, labelSelector }, signal, MAX_OF_REQUEST)
  // Sequential on one connection: handshakes cost more than the lists, and parallel reads multiply
  // with the requests.
  const cluster = await readClusterUid(client, signal)
  const namespaces = await present(target, question.namespaces, signal)
  const accounts = await list(SERVICE_ACCOUNTS, ACCESS_NAMESPACE)
  const secrets = await list(SECRETS, ACCESS_NAMESPACE)
  const roles = await list<RoleObject>(ROLES, null)
  const clusterRoles = await list<RoleObject>(CLUSTER_ROLES, null)
  const bindings = await list<BindingObject>(ROLE_BINDINGS, null)
  const clusterBindings = await list<BindingObject>(CLUSTER_ROLE_BINDINGS, null)
  const account = accounts.find(({ metadata }) => metadata?.name === question.name)
  return {
    cluster,
    address: addressOf(target),
    namespaces,
    account: account === undefined ? null : insideObject(account),
    roles: [...clusterRoles, ...roles].map(role => ({ ...insideObject(role), rules: readRules(role.rules) })),
    bindings: [...clusterBindings, ...bindings].map(each => ({
      ...insideObject(each),
      sound: isSound(each, question.name),
    })),
    anchors: secrets.map(anchorOf),
  }
}

/**
 * Reads the uid of kube-system, which identifies a cluster. Throws GardenError, also for an answer
 * without a uid, which no Kubernetes API gives.
 */
export async function readClusterUid(client: Pick<GardenClient, 'get'>, signal: AbortSignal): Promise<string> {
  const place = { resource: NAMESPACES, namespace: null, name: 'kube-system' }
  const { uid } = insideObject(await client.get<KubeObject>(place, { signal }))
  if (uid === '') throw noObject()
  return uid
}

/** Maximum of objects per kind; a spec that changes every minute leaves fewer. */
const MAX_OF_REQUEST = 2_000

/** The cluster is not trusted: its answers may differ from those of a Kubernetes API. */
interface RoleObject extends KubeObject {
  rules?: unknown
}

interface BindingObject extends KubeObject {
  roleRef?: { kind?: unknown; name?: unknown }
  subjects?: unknown
}

/** Reads the identity of an object for preconditions. Throws GardenError for a malformed object. */
export function insideObject({ metadata }: KubeObject): InsideObject {
  const { namespace = null, name = '', uid = '', resourceVersion: version = '' } = metadata ?? {}
  if (![namespace ?? '', name, uid, version].every(isShort)) throw noObject()
  return { namespace, name, uid, version }
}

const LISTS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const

/** Parses the rules of a role; none for malformed rules, which are then overwritten. */
function readRules(rules: unknown): readonly AccessRule[] {
  return Array.isArray(rules) && rules.every(isRule) ? rules : []
}

function isRule(rule: unknown): rule is AccessRule {
  if (!isRecord(rule) || rule.verbs === undefined) return false
  return LISTS.every(list => rule[list] === undefined || isTexts(rule[list]))
}

function isTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every(text => typeof text === 'string')
}

/** Limits names and uids, which become part of records and statuses. */
function isShort(text: unknown): boolean {
  return typeof text === 'string' && text.length <= 253
}

function noObject(): GardenError {
  const because = 'it sent an object that has no name or uid as a Kubernetes API gives them.'
  return new GardenError({ kind: 'unexpected', doing: 'look into the cluster', because })
}

/** Reads a Secret that a token is bound to. */
export function anchorOf(secret: KubeObject): Anchor {
  const { labels, creationTimestamp = '' } = secret.metadata ?? {}
  const issue = Number(labels?.[KUBECONFIG_LABELS.issue] ?? 0)
  return {
    ...insideObject(secret),
    issue: Number.isSafeInteger(issue) ? issue : 0,
    createdAt: Date.parse(creationTimestamp) || 0,
  }
}

async function present({ client }: OpenTarget, names: readonly string[], signal: AbortSignal): Promise<Set<string>> {
  const found = new Set<string>()
  for (const name of names) {
    try {
      await client.get({ resource: NAMESPACES, namespace: null, name }, { signal })
      found.add(name)
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
  return found
}

function isSound({ metadata, roleRef, subjects }: BindingObject, account: string): boolean {
  const kind = metadata?.namespace === undefined ? 'ClusterRole' : 'Role'
  const [subject, ...others] = Array.isArray(subjects) ? subjects : []
  return (
    others.length === 0 &&
    isRecord(subject) &&
    roleRef?.kind === kind &&
    roleRef.name === metadata?.name &&
    metadata?.name === account &&
    subject.kind === 'ServiceAccount' &&
    subject.name === account &&
    subject.namespace === ACCESS_NAMESPACE
  )
}

/** Hash of address, certificate authority and server name; a change requires a new kubeconfig. */
function addressOf({ server, certificateAuthority, serverName }: OpenTarget): string {
  const text = JSON.stringify([server, certificateAuthority, ...(serverName ? [serverName] : [])])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
