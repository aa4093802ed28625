import type { BindingFacts } from './binding-facts.ts'

export type WarningCode =
  | 'malformed'
  | 'shared-account'
  | 'terminating-used'
  | 'dirty-used'
  | 'free-used'
  | 'over-limit'
  | 'idle-claim'

/** Something about a binding that a person should look at; `title` and `detail` are sentences. */
export interface Warning {
  readonly code: WarningCode
  readonly severity: 'danger' | 'warn' | 'info'
  readonly title: string
  readonly detail: string
}

/** What is remarkable about a binding, worst first (semantics: "The account, the binding", "States of a binding"). */
export function bindingWarnings(facts: BindingFacts): readonly Warning[] {
  return [usedThoughGivenBack(facts), malformed(facts), twoBindings(facts), overLimit(facts), idleClaim(facts)].flatMap(
    warning => warning ?? [],
  )
}

function usedThoughGivenBack(facts: BindingFacts): Warning | null {
  const { state, shoots } = facts
  if (shoots === 0) return null
  const clusters = shoots === 1 ? '1 cluster uses' : `${shoots} clusters use`
  if (state === 'free') {
    return {
      code: 'free-used',
      severity: 'danger',
      title: 'A free account is in use.',
      detail: `${clusters} it although no tenant owns it; the next claim would mix two tenants.`,
    }
  }
  if (state === 'dirty' || state === 'cleaning' || state === 'verifying' || state === 'quarantined') {
    return {
      code: 'dirty-used',
      severity: 'danger',
      title: 'An account that was given back is in use.',
      detail: `${clusters} it; cleaning would destroy what runs on the account.`,
    }
  }
  if (state === 'terminating') {
    return {
      code: 'terminating-used',
      severity: 'warn',
      title: 'The binding is being deleted.',
      detail: `${clusters} the account, so Gardener keeps it until they are gone.`,
    }
  }
  return null
}

function malformed({ pooled }: BindingFacts): Warning | null {
  if (pooled.problems.length === 0) return null
  const detail = `${pooled.problems.map(({ words }) => words).join('; ')}. No selector finds it until the label is repaired.`
  return { code: 'malformed', severity: 'warn', title: 'A label has a value that means nothing.', detail }
}

function twoBindings({ others }: BindingFacts): Warning | null {
  if (others <= 0) return null
  const title = others === 1 ? 'Two bindings refer to one account.' : `${others + 1} bindings refer to one account.`
  return {
    code: 'shared-account',
    severity: 'warn',
    title,
    detail: 'Clusters of each of them use the same credentials.',
  }
}

function overLimit(facts: BindingFacts): Warning | null {
  const { shoots } = facts
  const limit = facts.limit?.value ?? null
  if (limit === null || shoots < limit) return null
  const title = shoots === limit ? 'The account is full.' : 'The account is over its limit.'
  const detail =
    shoots === limit
      ? `${shoots} of ${limit} clusters; new ones get another account.`
      : `${shoots} of ${limit} clusters: ${shoots - limit + 1} to go before it is used again.`
  return { code: 'over-limit', severity: 'info', title, detail }
}

function idleClaim({ state, shoots }: BindingFacts): Warning | null {
  if (state !== 'claimed' || shoots > 0) return null
  return {
    code: 'idle-claim',
    severity: 'info',
    title: 'Claimed, but no cluster uses it.',
    detail: 'Its tenant keeps the account; nobody else can get it.',
  }
}
