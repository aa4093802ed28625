import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { type Binding, holdEnd } from '#lib/hap/pools/binding.ts'
import { type HapLabels, isLegalLabelValue, labelProblems, readLabels } from '#lib/hap/pools/labels.ts'
import type { Request } from '#lib/hap/request.ts'
import { fnv1a } from '#lib/hap/selection/search.ts'
import { type SelectionConfig, totalClusters, type UsageSource } from '#lib/hap/selection/usage.ts'

/** A decision in one line: `claim a`, `wait`, `refused empty-region`. */
type NaiveOutcome = string

/**
 * The decision reimplemented from seeds 000, 001 and 003 and KEB’s behaviour: lists are filtered, nothing is indexed or
 * explained. The reference for `decide`.
 */
export function naiveDecide(
  request: Request,
  bindings: readonly Binding[],
  usage: UsageSource,
  { ruleset, plans, multiAccount, policy, at }: SelectionConfig,
): NaiveOutcome {
  const rules = ruleset.rules.filter(rule => {
    return (
      rule.plan === request.plan &&
      [request.platformRegion, null].includes(rule.platformRegion) &&
      [request.hyperscalerRegion, null].includes(rule.hyperscalerRegion)
    )
  })
  const count = (rule: (typeof rules)[number]) =>
    Number(rule.platformRegion !== null) + Number(rule.hyperscalerRegion !== null)
  const rule = rules.toSorted((a, b) => count(b) - count(a))[0]
  const plan = DEFAULT_PLANS.byName.get(request.plan)
  if (!rule) return plan ? 'no-rule' : 'refused unknown-plan'

  const { PR, HR, EU, S } = rule.output
  if (policy.planProvider === 'checked' && !plan?.providers?.includes(request.provider)) return 'refused plan-provider'
  const regions = [...(PR ? [request.platformRegion] : []), ...(HR ? [request.hyperscalerRegion] : [])]
  if (policy.emptyRegion === 'refused' && regions.includes('')) return 'refused empty-region'
  const type = [request.provider, ...regions].join('_')
  if (policy.emptyRegion === 'refused' && !regions.every(isLegalLabelValue)) return 'refused illegal-label'
  if (policy.malformed === 'excluded' && !S && !isLegalLabelValue(request.globalAccount)) return 'refused illegal-label'

  const all = bindings
    .map(binding => ({ binding, labels: readLabels(binding.kind, binding.labels) }))
    .filter(
      ({ labels }) => labels.hyperscalerType === type && (EU ? labels.euAccess === 'true' : labels.euAccess === null),
    )
    .sort((a, b) =>
      a.binding.name < b.binding.name
        ? -1
        : a.binding.name > b.binding.name
          ? 1
          : a.binding.kind < b.binding.kind
            ? -1
            : 1,
    )
  const unlisted = ({ kind }: Binding) => policy.bindingKind === 'listed-kinds' && kind !== 'CredentialsBinding'
  const usable = (one: { binding: Binding; labels: HapLabels }, respectHold = true) => {
    const hold = holdEnd(one.binding)
    return !(
      unlisted(one.binding) ||
      (policy.terminating === 'excluded' && one.binding.deletedAt !== null) ||
      (policy.restored === 'excluded' && one.binding.doubt !== undefined) ||
      (policy.malformed === 'excluded' && labelProblems(one.binding, one.labels).length > 0) ||
      (policy.dirtyShared === 'excluded' && one.labels.dirty === 'true') ||
      (policy.internal === 'excluded' && one.labels.internal === 'true') ||
      (policy.hold === 'excluded' && respectHold && hold !== null && at < hold)
    )
  }
  const providerType = plans.providerTypes.get(request.provider) ?? request.provider
  const fits = ({ binding: { providers } }: { binding: Binding }) =>
    policy.providerType === 'selectable' || providers.length === 0 || providers.includes(providerType)
  const refused = ({ binding }: { binding: Binding }) =>
    policy.accountCondition === 'excluded' && usage.condition(binding) !== null
  const works = (one: { binding: Binding }) => fits(one) && !refused(one)
  const careful = policy.accountUse === 'excluded'
  const others = ({ binding }: { binding: Binding }) => {
    const same = (other: Binding) =>
      other.account.kind === binding.account.kind && other.account.name === binding.account.name
    return bindings.flatMap(other =>
      other !== binding && same(other) ? { binding: other, labels: readLabels(other.kind, other.labels) } : [],
    )
  }
  const clean = (one: { binding: Binding }) => !careful || others(one).every(({ labels }) => labels.dirty !== 'true')
  const untouched = (one: { binding: Binding }) =>
    !careful ||
    (others(one).every(other => {
      const { tenantName, dirty, shared, internal } = other.labels
      const hold = holdEnd(other.binding)
      return (
        (tenantName ?? dirty ?? shared ?? internal) === null &&
        other.binding.deletedAt === null &&
        labelProblems(other.binding, other.labels).length === 0 &&
        (hold === null || at >= hold)
      )
    }) &&
      usage.tenants(one.binding).every(tenant => tenant === request.globalAccount))
  const clusters = ({ binding }: { binding: Binding }) => {
    if (policy.counting === 'account') return totalClusters(usage.clusters(binding))
    return S ? usage.shoots(binding.name) : usage.instances(binding.name, request.globalAccount)
  }
  if (S) {
    const shared = all.filter(one => one.labels.shared === 'true' && usable(one) && clean(one) && works(one))
    const best = shared.toSorted((a, b) => clusters(a) - clusters(b))[0]
    return best ? `shared ${best.binding.kind}/${best.binding.name}` : 'wait'
  }
  const dedicated = all.filter(one => one.labels.shared !== 'true' && one.labels.dirty === null)
  const owned = dedicated.filter(one => one.labels.tenantName === request.globalAccount && usable(one) && clean(one))
  const own = owned.filter(works)
  let full = (_: { binding: Binding }) => false
  if (multiAccount.allowed.includes('*') || multiAccount.allowed.includes(request.globalAccount)) {
    const limit = multiAccount.limits?.providers[request.provider] || multiAccount.limits?.default || 999_999
    full = one => careful && clusters(one) >= limit
    const guard = multiAccount.minBindingsForGuard
    if (guard > 0 && own.length >= guard && own.every(one => clusters(one) === 0)) return 'guard'
    const best = own.filter(one => clusters(one) < limit).toSorted((a, b) => clusters(b) - clusters(a))[0]
    if (best) return `reuse ${best.binding.kind}/${best.binding.name}`
  } else if (own[0]) {
    return `reuse ${own[0].binding.kind}/${own[0].binding.name}`
  } else if (
    policy.restored === 'excluded' &&
    dedicated.some(
      ({ binding, labels }) =>
        labels.tenantName === request.globalAccount &&
        binding.doubt !== undefined &&
        !unlisted(binding) &&
        !(policy.terminating === 'excluded' && binding.deletedAt !== null),
    )
  ) {
    return 'wait'
  } else if (owned.some(one => fits(one) && refused(one))) {
    return 'refused own-unusable'
  }
  const free = dedicated.filter(one => one.labels.tenantName === null && usable(one, policy.claimOrder === 'by-name'))
  const start = policy.claimOrder === 'by-name' ? 0 : fnv1a(request.globalAccount + type) % Math.max(1, free.length)
  const chosen = [...free.slice(start), ...free.slice(0, start)].find(
    one => usable(one) && untouched(one) && !full(one) && works(one),
  )
  return chosen ? `claim ${chosen.binding.kind}/${chosen.binding.name}` : 'wait'
}
