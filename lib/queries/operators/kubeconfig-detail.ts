import { type AccessRule, formatAccessRule, listRules } from '#lib/hap/access/access-rule.ts'
import { describeDenial, judgeRules } from '#lib/hap/access/judge-rules.ts'
import { kubeconfigVerbRefusal } from '#lib/hap/access/kubeconfig-verbs.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { askedAccess, clusterOf, isGrantedBefore, requestFacts } from '#lib/operators/api/request-facts.ts'
import { buildKubeconfigRow, type KubeconfigRow, type KubeconfigSources } from './kubeconfig-list.ts'
import { listUnrevoked } from './kubeconfig-state.ts'
import { buildObjectDetail, type ObjectDetail } from './object-detail.ts'

/** A complete rule with its judgement. */
export interface RuleDetail extends AccessRule {
  /** Path of the rule in the request. */
  readonly path: string
  /** Null = the whole cluster. */
  readonly namespace: string | null
  readonly words: string
  /** Why policy refuses it, as sentences; null for a granted rule. */
  readonly refused: string | null
}

/** Verbs for one request. */
type OfferedVerb = 'rotate' | 'revoke' | 'delete' | 'download'

/** Content of the page of a KubeconfigRequest, without secrets. */
export interface KubeconfigDetail extends ObjectDetail {
  readonly row: KubeconfigRow
  readonly rules: readonly RuleDetail[]
  /** Lifetime of each kubeconfig in seconds. */
  readonly expiration: number
  readonly secret: { readonly name: string; readonly key: string } | null
  readonly account: { readonly namespace: string; readonly name: string } | null
  readonly fingerprint: string | null
  readonly rotatedAt: string | null
  /**
   * Why each verb is refused, a sentence; null when it is allowed. Roles are checked separately.
   */
  readonly obstacles: Readonly<Record<OfferedVerb, string | null>>
  /** Names of the requests of its cluster that are not revoked, including this one. */
  readonly unrevoked: readonly string[]
}

/** Returns the detail of a request; null when it does not exist. */
export function getKubeconfigDetail(sources: KubeconfigSources, name: string): KubeconfigDetail | null {
  const { objects } = sources
  const request = objects?.kubeconfigs.get({ namespace: objects.namespace, name }) ?? null
  if (objects === null || request === null) return null
  const { spec, status } = request
  const facts = requestFacts(request, sources.at)
  return {
    ...buildObjectDetail(objects, 'KubeconfigRequest', request),
    row: buildKubeconfigRow(request, { ...sources, objects }),
    rules: listRuleDetails(request, sources),
    expiration: spec.expiration,
    secret: status?.kubeconfigSecretRef ?? null,
    account: status?.serviceAccountRef ?? null,
    fingerprint: status?.fingerprint ?? null,
    rotatedAt: status?.rotatedAt ?? null,
    obstacles: {
      rotate: kubeconfigVerbRefusal('rotate', facts),
      revoke: kubeconfigVerbRefusal('revoke', facts),
      delete: kubeconfigVerbRefusal('delete', facts),
      download: kubeconfigVerbRefusal('download', facts),
    },
    unrevoked: listUnrevoked(objects, clusterOf(request)),
  }
}

function listRuleDetails(request: KubeconfigRequest, { exceptions }: KubeconfigSources): readonly RuleDetail[] {
  const asked = askedAccess(request)
  const { denials } = judgeRules(asked, exceptions.get(request.metadata.namespace), isGrantedBefore(request))
  return listRules(asked).map(({ rule, path, namespace }) => {
    const why = denials.filter(denial => denial.path === path).map(describeDenial)
    return { ...rule, path, namespace, words: formatAccessRule({ rule, namespace }), refused: why.join(' ') || null }
  })
}
