import { FINDING_SEVERITY, type Finding, findingsOf } from '#lib/hap/findings/finding.ts'
import type { BindingFacts } from './binding-facts.ts'

/** Something about a binding that a person should look at; `title` and `detail` are sentences. */
export interface Warning {
  readonly code: Finding
  readonly severity: 'danger' | 'warn' | 'info'
  readonly title: string
  readonly detail: string
}

/** What is remarkable about a binding, worst first. */
export function bindingWarnings(facts: BindingFacts): readonly Warning[] {
  return findingsOf(facts).map(code => ({ code, severity: FINDING_SEVERITY[code], ...WORDS[code](facts) }))
}

type Words = Pick<Warning, 'title' | 'detail'>

const WORDS: Readonly<Record<Finding, (facts: BindingFacts) => Words>> = {
  'dirty-used': facts => ({
    title: 'An account that was given back is in use.',
    detail: `${clustersUse(facts)} it; cleaning would destroy what runs on the account.`,
  }),
  'free-used': facts => ({
    title: 'A free account is in use.',
    detail: `${clustersUse(facts)} it although no tenant owns it; the next claim would mix two tenants.`,
  }),
  'shared-account': ({ others }) => ({
    title: others === 1 ? 'Two bindings refer to one account.' : `${others + 1} bindings refer to one account.`,
    detail: 'Clusters of each of them use the same credentials.',
  }),
  malformed: ({ pooled: { problems } }) => ({
    title: 'A label has a value that means nothing.',
    detail: `${problems.map(({ words }) => words).join('; ')}. No selector finds it until the label is repaired.`,
  }),
  'terminating-used': facts => ({
    title: 'The binding is being deleted.',
    detail: `${clustersUse(facts)} the account, so Gardener keeps it until they are gone.`,
  }),
  'over-limit': limitWords,
  'idle-claim': () => ({
    title: 'Claimed, but no cluster uses it.',
    detail: 'Its tenant keeps the account; nobody else can get it.',
  }),
}

function clustersUse({ shoots }: BindingFacts): string {
  return shoots === 1 ? '1 cluster uses' : `${shoots} clusters use`
}

function limitWords({ shoots, limit }: BindingFacts): Words {
  const most = limit?.value ?? 0
  if (shoots === most) {
    return { title: 'The account is full.', detail: `${shoots} of ${most} clusters; new ones get another account.` }
  }
  const detail = `${shoots} of ${most} clusters: ${shoots - most + 1} to go before it is used again.`
  return { title: 'The account is over its limit.', detail }
}
