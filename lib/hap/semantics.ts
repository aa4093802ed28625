/**
 * All intended differences between the two semantics. The evaluator reads the chosen values (see
 * Policy), never the name of a semantics. Differences without a D number cannot occur in
 * conformance cases, which have neither annotations nor accounts.
 */
export const DIFFERENCES = {
  emptyParentheses: {
    id: 'D1',
    title: 'empty parentheses, `aws()`',
    documented: { value: 'valid', words: 'valid, the same as no parentheses' },
    keb: { value: 'error', words: 'parse error' },
  },
  whiteSpace: {
    id: 'D2',
    title: 'white space inside a name',
    documented: { value: 'between-tokens', words: 'error, white space is allowed between tokens only' },
    keb: { value: 'deleted', words: 'deleted everywhere, `a w s` is `aws`' },
  },
  names: {
    id: 'D3',
    title: 'text after `)`, a misplaced `)`, or a character other than letters, digits, `-` `_` `.` `*`',
    documented: { value: 'strict', words: 'parse error' },
    keb: { value: 'anything', words: 'accepted as part of a name or value' },
  },
  internal: {
    id: 'D4',
    title: 'binding with internal=true',
    documented: { value: 'excluded', words: 'never selected' },
    keb: { value: 'selectable', words: 'selected, no selector asks for internal' },
  },
  dirtyShared: {
    id: 'D5',
    title: 'shared binding that is dirty',
    documented: { value: 'excluded', words: 'not selected' },
    keb: { value: 'selectable', words: 'selected, the shared selector has no !dirty' },
  },
  emptyRegion: {
    id: 'D6',
    title: 'output PR or HR with an empty region, or with one that cannot be part of a label',
    documented: { value: 'refused', words: 'refused, the rule needs a region that the request lacks' },
    keb: { value: 'appended', words: 'appended as it is, label `aws_`' },
  },
  planProvider: {
    id: 'D7',
    title: 'plan with a provider it does not run on',
    documented: { value: 'checked', words: 'refused' },
    keb: { value: 'unchecked', words: 'not checked' },
  },
  terminating: {
    id: 'D8',
    title: 'terminating binding',
    documented: { value: 'excluded', words: 'not selected' },
    keb: { value: 'selectable', words: 'selected: KEB does not check deletionTimestamp' },
  },
  emptyRuleset: {
    id: 'D9',
    title: 'empty rule file',
    documented: { value: 'one-error', words: 'one clear error' },
    keb: { value: 'after-coverage', words: 'uncovered plans first, otherwise a message with an empty end, or a panic' },
  },
  cleaning: {
    id: 'D10',
    title: 'cleaning an account',
    documented: { value: 'evidence', words: 'free only with evidence, otherwise it stays dirty' },
    keb: { value: 'provider-type', words: 'free for every provider type with a cleaner, without evidence' },
  },
  release: {
    id: 'D11',
    title: 'release while a cluster of the account is known',
    documented: { value: 'account', words: 'refused, every cluster known for the account counts' },
    keb: { value: 'binding-name', words: 'marked dirty, only shoots that name the CredentialsBinding count' },
  },
  limitFields: {
    id: 'D12',
    title: 'limit for a provider that KEB has no field for',
    documented: { value: 'every-provider', words: 'its value' },
    keb: { value: 'keb-fields', words: 'the default limit' },
  },
  claimOrder: {
    id: 'D13',
    title: 'which free binding is claimed',
    documented: { value: 'hashed', words: 'by name, starting at hash(tenant + hyperscalerType) mod n' },
    keb: { value: 'by-name', words: 'the first by name' },
  },
  malformed: {
    id: 'D14',
    title: 'malformed label value',
    documented: { value: 'excluded', words: 'never selected, and never written' },
    keb: { value: 'as-selected', words: 'as the selectors say' },
  },
  bindingKind: {
    id: 'D15',
    title: 'SecretBinding, or Secret without a binding',
    documented: { value: 'selectable', words: 'selected like a CredentialsBinding' },
    keb: { value: 'listed-kinds', words: 'not selected: KEB has listed CredentialsBindings only since June 2026' },
  },
  providerType: {
    id: 'D16',
    title: 'binding whose provider type does not fit its hyperscaler type',
    documented: { value: 'excluded', words: 'not selected, Gardener would refuse every shoot on it' },
    keb: { value: 'selectable', words: 'selected: KEB does not check provider.type' },
  },
  accountCondition: {
    id: 'D17',
    title: 'account that Gardener refuses to write or use',
    documented: {
      value: 'excluded',
      words: 'not selected while its Secret or a Quota it names is missing or unreadable',
    },
    keb: { value: 'selectable', words: 'selected: KEB checks labels only' },
  },
  counting: {
    id: 'counting',
    title: 'which clusters of an account count',
    documented: {
      value: 'account',
      words: 'every cluster of the account: database, reserved, and only in Gardener',
    },
    keb: { value: 'keb-database', words: 'instances in its database for a dedicated binding, shoots for a shared one' },
  },
  accountUse: {
    id: 'account-use',
    title: 'binding whose account is already in use',
    documented: {
      value: 'excluded',
      words:
        'not selected while another binding of the account is dirty; not claimed unless all of them are free and no other global account has clusters on it',
    },
    keb: { value: 'selectable', words: 'selected: KEB checks the binding alone' },
  },
  hold: {
    id: 'hold',
    title: 'binding on hold',
    documented: { value: 'excluded', words: 'not selected until the hold ends' },
    keb: { value: 'selectable', words: 'selected: KEB does not check annotations' },
  },
  restored: {
    id: 'restored',
    title: 'binding that was restored or recreated',
    documented: { value: 'excluded', words: 'not selected until an administrator accepts its new uid' },
    keb: { value: 'selectable', words: 'selected: KEB does not check the uid' },
  },
} as const

type PolicyName = keyof typeof DIFFERENCES
export type DifferenceId = (typeof DIFFERENCES)[PolicyName]['id']

export const SEMANTICS = ['documented', 'keb'] as const

export type Semantics = (typeof SEMANTICS)[number]

/** A chosen value for each difference; what the evaluator reads. */
export type Policy = {
  readonly [Name in PolicyName]: (typeof DIFFERENCES)[Name][Semantics]['value']
}

export const POLICY_NAMES = Object.keys(DIFFERENCES) as readonly PolicyName[]

/**
 * Builds a policy with KEB's values for the named differences and documented values for the others.
 */
export function mixedPolicy(kebNames: ReadonlySet<PolicyName>): Policy {
  const chosen = POLICY_NAMES.map(name => [name, DIFFERENCES[name][kebNames.has(name) ? 'keb' : 'documented'].value])
  return Object.fromEntries(chosen) as Policy
}

const POLICIES: Readonly<Record<Semantics, Policy>> = {
  documented: mixedPolicy(new Set()),
  keb: mixedPolicy(new Set(POLICY_NAMES)),
}

export function policyOf(semantics: Semantics): Policy {
  return POLICIES[semantics]
}

/**
 * Finds the smallest set of differences for which `agrees` holds with KEB's values, as ids in table
 * order. Null when it does not hold with all of them. `agrees` runs the evaluator itself, so the
 * explanation is always consistent with it.
 */
export function explainDifference(agrees: (policy: Policy) => boolean): readonly DifferenceId[] | null {
  const needed = new Set<PolicyName>(POLICY_NAMES)
  if (!agrees(mixedPolicy(needed))) return null
  for (const name of POLICY_NAMES) {
    needed.delete(name)
    if (!agrees(mixedPolicy(needed))) needed.add(name)
  }
  return POLICY_NAMES.filter(name => needed.has(name)).map(name => DIFFERENCES[name].id)
}
