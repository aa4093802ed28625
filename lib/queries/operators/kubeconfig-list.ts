import { z } from 'zod'
import { formatAccessRule, listRules } from '#lib/hap/access/access-rule.ts'
import type { Exceptions } from '#lib/hap/access/dangers.ts'
import { ACCESS_FLAGS, type AccessFlag, policyFlags } from '#lib/hap/access/judge-rules.ts'
import { compareText, cutText } from '#lib/hap/text.ts'
import { type KubeconfigRequest, NOTHING_GRANTED } from '#lib/operators/api/kubeconfig-request.ts'
import { askedAccess, clusterOf, isGrantedBefore } from '#lib/operators/api/request-facts.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import type { SearchField } from '#lib/search/field.ts'
import { byNumber, byText, defineList, type RowOf } from '../lists/define-list.ts'
import type { Exported, ExportRequest } from '../lists/export-list.ts'
import type { ListRequest } from '../lists/list-window.ts'
import { KUBECONFIG_STATES, type KubeconfigSummary, summarizeKubeconfig } from './kubeconfig-state.ts'
import { exportKind, type KindWindow, listKind } from './list-custom-resources.ts'
import type { OperatorObjects } from './operator-objects.ts'
import { withExamples } from './resource-state.ts'

/** Input of the register of kubeconfigs. */
export interface KubeconfigSources {
  /** Null without a control plane. */
  readonly objects: OperatorObjects | null
  readonly exceptions: Exceptions
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A KubeconfigRequest with its summary, without secrets. */
interface KubeconfigItem {
  readonly request: KubeconfigRequest
  readonly summary: KubeconfigSummary
  readonly cluster: NamespacedName
  /** Null for an unknown Cluster, and for one without a shoot. */
  readonly shoot: NamespacedName | null
  /** Formatted rules. */
  readonly rules: readonly string[]
  readonly flags: readonly AccessFlag[]
}

interface NamespacedName {
  readonly namespace: string
  readonly name: string
}

const Named = z.object({ namespace: z.string(), name: z.string() })

const byName = byText<KubeconfigItem>(({ request }) => request.metadata.name)

/**
 * The register of kubeconfigs. A search without field matches names, clusters, rules and messages
 * of the operator.
 */
export const KUBECONFIG_LIST = defineList<KubeconfigItem>()(
  { defaultSort: 'name', tie: byName.compare },
  {
    name: {
      row: z.string(),
      value: ({ request }) => request.metadata.name,
      search: { kind: 'text', description: 'part of the name' },
      sort: byName,
      csv: 'name',
    },
    cluster: {
      row: Named,
      search: { kind: 'enum', description: 'name of its Cluster', read: ({ cluster }) => cluster.name },
      sort: byText(({ cluster }) => cluster.name),
      csv: { cluster_namespace: ({ namespace }) => namespace, cluster: ({ name }) => name },
    },
    shoot: {
      row: Named.nullable(),
      search: { kind: 'text', description: 'part of the name of its shoot', read: ({ shoot }) => shoot?.name ?? null },
      sort: byText(({ shoot }) => shoot?.name),
      csv: { shoot: shoot => shoot?.name ?? null },
    },
    rules: {
      row: z.array(z.string()),
      search: { name: 'may', kind: 'text', description: 'part of its permissions, for example configmaps' },
      column: 'may',
      csv: { may: rules => rules.join('; ') },
    },
    flags: {
      row: z.array(z.enum(ACCESS_FLAGS)),
      search: {
        name: 'flag',
        kind: 'enum',
        values: ACCESS_FLAGS,
        description: 'notable properties of its rules',
        read: ({ flags }) => flags,
      },
      sort: byNumber(({ flags: [worst] }) => (worst === undefined ? ACCESS_FLAGS.length : ACCESS_FLAGS.indexOf(worst))),
      csv: { flags: flags => flags.join(' ') },
    },
    state: {
      row: z.enum(KUBECONFIG_STATES),
      value: ({ summary }) => summary.state,
      search: { kind: 'enum', values: KUBECONFIG_STATES, description: 'state in one word' },
      sort: { compare: bySummary },
      csv: 'state',
    },
    reason: {
      row: z.string().nullable(),
      value: ({ summary }) => summary.reason,
      search: {
        kind: 'text',
        description: 'part of the reason or message',
        read: ({ summary: { reason, message } }) => (reason === null ? [message] : [reason, message]),
      },
      csv: 'reason',
    },
    message: { row: z.string(), value: ({ summary }) => summary.message, column: 'reason', csv: 'message' },
    since: { row: z.string(), value: ({ summary }) => summary.since, column: 'state', csv: 'since' },
    issuedAt: {
      row: z.string().nullable(),
      value: issuedAt,
      search: { name: 'issued', kind: 'time', description: 'time of issue' },
      column: 'issued',
      sort: byText(issuedAt),
      csv: 'issued_at',
    },
    expiresAt: {
      row: z.string().nullable(),
      value: expiresAt,
      search: { name: 'expires', kind: 'time', description: 'time of expiry' },
      column: 'expires',
      sort: byText(expiresAt),
      csv: 'expires_at',
    },
    renewsAt: {
      row: z.string().nullable(),
      value: renewsAt,
      column: 'renews',
      sort: byText(renewsAt),
      csv: 'renews_at',
    },
    revokedAt: {
      row: z.string().nullable(),
      value: revokedAt,
      search: { name: 'revoked', kind: 'time', description: 'time of revocation' },
      column: 'revoked',
      sort: byText(revokedAt),
      csv: 'revoked_at',
    },
    refusedAfterSeconds: {
      /** Seconds from the revocation until the cluster refused the old token. */
      row: z.number().nullable(),
      value: ({ request }) => request.status?.refusedAfterSeconds ?? null,
      column: 'revoked',
      csv: 'refused_after_seconds',
    },
    createdAt: {
      row: z.string(),
      value: ({ request }) => request.metadata.creationTimestamp,
      column: 'name',
      csv: 'created_at',
    },
  },
)

/** One row of the register. */
export type KubeconfigRow = RowOf<typeof KUBECONFIG_LIST>

/** Lists all requests; empty without a control plane. */
export function listKubeconfigItems({ objects, ...sources }: KubeconfigSources): readonly KubeconfigItem[] {
  if (objects === null) return []
  return Array.from(objects.kubeconfigs.all(), request => kubeconfigItem(request, { objects, ...sources }))
}

type SourcesWithObjects = KubeconfigSources & { readonly objects: Pick<OperatorObjects, 'clusters'> }

function kubeconfigItem(request: KubeconfigRequest, { objects, exceptions, at }: SourcesWithObjects): KubeconfigItem {
  const cluster = clusterOf(request)
  const { shootRef } = objects.clusters.get(cluster)?.status ?? {}
  const asked = askedAccess(request)
  return {
    request,
    summary: summarizeKubeconfig(request, at),
    cluster,
    shoot: shootRef ? { namespace: shootRef.namespace, name: shootRef.name } : null,
    rules: listRules(asked).map(formatAccessRule),
    flags: [
      ...policyFlags(asked, request.metadata.namespace, exceptions, isGrantedBefore(request)),
      ...discoveredFlags(request),
    ],
  }
}

/** Builds the row of a request. */
export function buildKubeconfigRow(request: KubeconfigRequest, sources: SourcesWithObjects): KubeconfigRow {
  return KUBECONFIG_LIST.toRow(kubeconfigItem(request, sources))
}

/** Returns the search fields with Clusters as examples. */
export function listKubeconfigFields(items: readonly KubeconfigItem[]): readonly SearchField[] {
  return withExamples(KUBECONFIG_LIST.fields, { cluster: items.map(({ cluster }) => cluster.name) })
}

/** Requests that need attention come first, the oldest state before newer ones. */
function bySummary({ summary: a }: KubeconfigItem, { summary: b }: KubeconfigItem): number {
  return KUBECONFIG_STATES.indexOf(a.state) - KUBECONFIG_STATES.indexOf(b.state) || compareText(a.since, b.since)
}

function issuedAt({ request }: KubeconfigItem): string | null {
  return request.status?.issuedAt ?? null
}

function expiresAt({ request }: KubeconfigItem): string | null {
  return request.status?.expirationTimestamp ?? null
}

function renewsAt({ request }: KubeconfigItem): string | null {
  return request.status?.renewalTime ?? null
}

function revokedAt({ request }: KubeconfigItem): string | null {
  return request.status?.revokedAt ?? null
}

/** Flags that the operator found on the cluster for the current rules. */
function discoveredFlags({ metadata, status }: KubeconfigRequest): readonly AccessFlag[] {
  const effective = findCondition(status?.conditions, 'RulesEffective')
  if (effective?.reason !== 'SomeGrantNothing' || effective.observedGeneration !== metadata.generation) return []
  return [effective.message.startsWith(NOTHING_GRANTED) ? 'nothing' : 'partly-nothing']
}

/**
 * Characters of a rule in the register; its page shows all of them, which may be tens of thousands.
 */
const MAX_RULE_LENGTH = 200

/** Lists a part of the register with shortened rules, to limit the size of the page. */
export function listKubeconfigs(sources: KubeconfigSources, request: ListRequest): KindWindow<KubeconfigRow> {
  const found = listKind(listing(sources), request)
  return { ...found, rows: found.rows.map(row => ({ ...row, rules: row.rules.map(shortened) })) }
}

/** Exports the register of kubeconfigs. */
export function exportKubeconfigs(sources: KubeconfigSources, request: ExportRequest): Exported {
  return exportKind(listing(sources), request)
}

function listing(sources: KubeconfigSources) {
  return {
    objects: sources.objects,
    kind: 'KubeconfigRequest',
    items: listKubeconfigItems(sources),
    list: KUBECONFIG_LIST,
  } as const
}

function shortened(rule: string): string {
  return rule.length > MAX_RULE_LENGTH ? `${cutText(rule, MAX_RULE_LENGTH - 1)}…` : rule
}
