import { type AccessRule, formatAccessRule, listRules } from '#lib/hap/access/access-rule.ts'
import { describeDenial, judgeRules } from '#lib/hap/access/judge-rules.ts'
import { kubeconfigVerbRefusal } from '#lib/hap/access/kubeconfig-verbs.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { askedAccess, clusterOf, requestFacts } from '#lib/operators/api/request-facts.ts'
import { buildKubeconfigRow, type KubeconfigRow, type KubeconfigSources } from './kubeconfig-list.ts'
import { listUnrevoked } from './kubeconfig-state.ts'
import { buildObjectDetail, type ObjectDetail } from './object-detail.ts'

/** A rule in full, and what became of it. */
export interface RuleDetail extends AccessRule {
  /** Where it stands in the request. */
  readonly path: string
  /** Null = the whole cluster. */
  readonly namespace: string | null
  readonly words: string
  /** Why policy leaves it out, sentences; null where it does not. */
  readonly refused: string | null
}

/** What may be done to one request. */
type OfferedVerb = 'rotate' | 'revoke' | 'delete' | 'download'

/** A request with all that its page shows. Holds nothing secret. */
export interface KubeconfigDetail extends ObjectDetail {
  readonly row: KubeconfigRow
  readonly rules: readonly RuleDetail[]
  /** Seconds each kubeconfig is asked for. */
  readonly expiration: number
  readonly secret: { readonly name: string; readonly key: string } | null
  readonly account: { readonly namespace: string; readonly name: string } | null
  readonly fingerprint: string | null
  readonly rotatedAt: string | null
  /** Why each cannot be done now, a sentence; null where it can. The role comes beside it. */
  readonly obstacles: Readonly<Record<OfferedVerb, string | null>>
  /** Names of the requests of its cluster that are not revoked, its own too. */
  readonly unrevoked: readonly string[]
}

/** The request of a name; null when none is known. */
export function getKubeconfigDetail(sight: KubeconfigSources, name: string): KubeconfigDetail | null {
  const { objects } = sight
  const request = objects?.kubeconfigs.get({ namespace: objects.namespace, name }) ?? null
  if (objects === null || request === null) return null
  const { spec, status } = request
  const facts = requestFacts(request, sight.at)
  return {
    ...buildObjectDetail(objects, 'KubeconfigRequest', request),
    row: buildKubeconfigRow(request, { ...sight, objects }),
    rules: listRuleDetails(request, sight),
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
  const { denials } = judgeRules(asked, exceptions.get(request.metadata.namespace) ?? new Set())
  return listRules(asked).map(({ rule, path, namespace }) => {
    const why = denials.filter(denial => denial.path === path).map(describeDenial)
    return { ...rule, path, namespace, words: formatAccessRule({ rule, namespace }), refused: why.join(' ') || null }
  })
}
