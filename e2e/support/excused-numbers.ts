import type { Excuse } from './plain-numbers.ts'

/** Numbers that do not link to their rows, by their exact place and whole text, with the reason. */
export const EXCUSES: readonly Excuse[] = [
  ...excused('it counts the rows of the page itself, and is compared with them', [
    [/\/(bindings|shoots|global-accounts)/, '', /[\d,]+ (bindings|clusters|global accounts)/],
    [
      /\/(bindings|shoots|global-accounts)/,
      '',
      /[\d,]+ of [\d,]+ (bindings(, [\d,]+ accounts?)?|clusters|global accounts)/,
    ],
    [/\/(bindings|shoots|global-accounts)/, '', /[\d,]+–[\d,]+ of [\d,]+/],
    [/\/pools/, '', /[\d,]+ pools(, [\d,]+ (rules?|queues?) without a pool)*, [\d,]+ accounts/],
    [/\/pools/, '', /[\d,]+ of [\d,]+ pools, [\d,]+ rules? without a pool/],
    [
      /\/pools/,
      '',
      /[\d,]+ pools(, [\d,]+ (rules?|queues?) without a pool)* in [\d,]+ groups, [\d,]+ bindings? without hyperscaler type/,
    ],
    [/\/bindings\/.+\?tab=shoots/, '', /[\d,]+ shoots on this account/],
    [/\/global-accounts\/.+\?tab=clusters/, '', /[\d,]+ clusters?/],
    [/\/audit/, '', /[\d,]+( of [\d,]+)? actions?/],
    [/\/audit/, '', /[\d,]+–[\d,]+ of [\d,]+ actions?, newest first/],
    [/\/jobs/, '', /[\d,]+( of [\d,]+)? jobs?/],
    [/\/jobs(\/.+)?/, '', /[\d,]+–[\d,]+ of [\d,]+/],
    [/\/bindings\/.+/, /Binding .+/, /[\d,]+/],
    [/\/global-accounts\/.+/, /Global account .+/, /[\d,]+/],
  ]),
  ...excused('it counts the rows of the page, which no number leads to', [
    [/\/operators\/cleaning/, '', /[\d,]+( of [\d,]+)? accounts?/],
    [/\/operators\/cleaning/, '', /[\d,]+–[\d,]+ of [\d,]+/],
  ]),
  ...excused('it counts lines of the same table or panel', [
    [/\/pools/, 'Pools › Pool', /[\d,]+ pools?(, [\d,]+ missing)?/],
    [/\/global-accounts\/.+/, 'Subaccounts', /[\d,]+/],
    [/\/(pools|global-accounts)\/.+/, 'Waiting claims', /[\d,]+ claims?/],
    [/\/jobs\/.+/, '', /[\d,]+ of [\d,]+ done|Retry [\d,]+/],
    [/\/(pools|global-accounts)\/.+/, 'Waiting claims › Position', /[\d,]+/],
    [/\/(pools|global-accounts)\/.+/, 'Waiting claims › Reason', /.+/],
    [/\/simulator.+/, 'Answer', /[\d,]+ of [\d,]+ match(es)?(; the most specific wins)?/],
    [/\/simulator.+/, 'Answer', /[\d,]+ bindings? without a global account: [\d,]+ chosen, [\d,]+ skipped/],
    [/\/simulator.+/, 'Rules › #', /\d+/],
  ]),
  ...excused('it is a limit, a mark, or what is left of one, beside the number it is for', [
    [/\/bindings/, 'Bindings › Shoots', /of [\d,]+/],
    [/\/bindings\/.+/, '', /[\d,]+ shoots?, limit [\d,]+/],
    [
      /\/bindings\/.+/,
      '',
      /The account is over its limit\. [\d,]+ of [\d,]+ clusters: no new clusters until [\d,]+ are removed\./,
    ],
    [/\/bindings\/.+/, 'Account › Clusters', /[\d,]+ of [\d,]+ ?from limits\.\w+/],
    [/\/global-accounts\/.+/, /[a-z]+/, /limit [\d,]+ per account \(limits\.\w+\)/],
    [
      /\/global-accounts\/.+/,
      /Accounts of .+ › Clusters \/ limit/,
      /[\d,]+ of [\d,]+: no new clusters until [\d,]+ are removed/,
    ],
    [/\/global-accounts\/.+/, /Allowlist and limits › limits\.\w+/, /[\d,]+ clusters on each account/],
    [
      /\/pools\/.+/,
      '',
      /This pool is running low: [\d,]+ usable accounts, below the low-water mark of [\d,]+\. Alert raised .+/,
    ],
    [/\/allowlist/, 'Clusters per account', /0 = not set/],
    [/\/allowlist/, 'Clusters per account › Limit', /[\d,]+/],
    [/\/allowlist/, 'Clusters per account › Effective limit', /[\d,]+, (set for this provider|from limits\.default)/],
    [
      /\/allowlist/,
      'Clusters per account › Effective limit',
      /([\d,]+, from limits\.default )?One account already has [\d,]+ clusters, but only the default limit applies\./,
    ],
    [/\/allowlist/, 'Clusters per account', /Guard \(minBindingsForGuard\) [\d,]+/],
    [/\/audit/, 'Actions › Reason', /This action requires a sign-in within the last \d+ minutes\. Sign in again\./],
    [/\/audit/, 'Actions › Reason', /The body is larger than \d+ MB, .+/],
    [/\/simulator.+/, 'Answer', /limit [\d,]+, from limits\.\w+/],
    [/\/simulator.+/, /Candidates, \w+ › Clusters of [\d,]+/, /Clusters of [\d,]+/],
    [/\/settings/, 'Active configuration › Binding writes', /at most [\d.]+ per second/],
    [
      /\/settings/,
      'Active configuration › Stale after',
      /\d+ s without contact with Gardener; actions are then disabled/,
    ],
  ]),
  ...excused('it is a rate, a share or a mean', [
    [/\//, 'Capacity › Headroom', /no limit, avg. [\d,]+ shoots/],
    [/\//, 'Capacity › Headroom', /.*· [\d,]+ d/],
    [/\/(pools\/.+)?/, 'Claims and releases', /[\d,]+ claimed, [\d,]+ freed( in [\d,]+ days?)?.*/],
    [/\/pools/, 'Pools › Free', /[<>]?\d+%/],
    [/\/pools/, 'Pools › Headroom', /no limit, avg. [\d,]+ shoots/],
    [/\/pools/, 'Pools › Headroom', /.*· [\d,]+ d/],
    [/\/pools\/.+/, '', /no limit, avg. [\d,]+ shoots/],
    [/\/(bindings|global-accounts)\/.+|\/shoots/, /.+ › Last operation/, /\w+, \d+%/],
  ]),
  ...excused('no list holds what it counts', [
    // Each other binding has its own link; 0 has no rows to link to.
    [/\/bindings/, 'Bindings › Others', /\d+/],
    [/\//, 'Capacity › Headroom', /[\d,]+ free, 0 usable( · .+)?/],
    [/\/pools/, 'Pools › Headroom', /[\d,]+ free, 0 usable( · .+)?/],
    [/\/pools/, 'Pools › Waiting', /0/],
    // Examples that the simulator evaluates; most of them are hypothetical.
    [/\/simulator.+/, 'Request', /Owns [\d,]+ accounts? in .+, (multiple accounts|one account) allowed/],
    [/\/simulator.+/, 'Outcome', /Account \S+, [\d,]+ of [\d,]+ clusters after this request/],
    [/\/simulator.+/, /Candidates, \w+ › Clusters of [\d,]+/, /[\d,]+/],
    [/\/simulator.+/, 'Answer', /Other global accounts have [\d,]+ .+ in this pool\./],
    [/\/simulator.+/, 'Answer', /[\d,]+( of [\d,]+)?|room for [\d,]+/],
    [/\/simulator.+/, 'Rules › Score', /\d+/],
    [/\/simulator.+/, 'Rules › Result', /less specific \(\d+ vs\. \d+\)/],
    [/\/simulator/, 'Request › Rules', /rules\.yaml, [\d,]+ rules/],
    [/\/settings/, 'Active configuration › Rules', /[\d,]+ rules.*/],
    [/\/settings/, 'Active configuration › Plans', /[\d,]+ plans.*/],
    // Accounts with an owner, by the first provider they name, and the maximum of one of them.
    [/\/allowlist/, 'Clusters per account › Accounts', /[\d,]+/],
    [/\/allowlist/, 'Clusters per account › Max. clusters', /[\d,]+/],
    // Shoots of the global accounts over their limit, which the link beside the number lists.
    [/\/allowlist/, 'In force › Over limit', /owned by [\d,]+ global accounts?, [\d,]+ shoots/],
    // Work that this process has done or plans.
    [/\/settings/, /Controllers › .+/, /(≤ )?[\d,.]+( m?s)?/],
    [/\/operators\/cleaning/, 'Cleaning › Failures', /[\d,]+/],
    [/\/jobs\/.+/, 'Bindings of the job › Attempts', /[\d,]+/],
    [/\/operators\/cleaning/, /Cleaning › (Last check|Evidence)/, /.+/],
    // Facts at the time of the entry.
    [/\/audit/, '', /All [\d,]+ entries match their hashes; checked .+ ago\./],
    [/\/audit\/.+/, /Changes|Planned change/, /added: (bindings|clusters|known|left): "?\d+"?/],
    [/\/audit/, 'Actions › Change', /([\w ]+, )?[\d,]+ [a-z ]+(, [\d,]+ [a-z ]+)*/],
    [/\/audit\/.+/, 'Outcome', /Registered [\d,]+ of [\d,]+ shoots\./],
    [/\/(bindings|global-accounts)\/.+\?tab=timeline/, /\d+ \w+ \d{4}/, /Found in use by [\d,]+ clusters?; registered/],
  ]),
  ...excused('it is a name, a version, an address or a value', [
    [/\//, 'Recent actions', /[0-9a-f]{8}…[0-9a-f]{4}|Session\/[0-9a-f-]+/],
    [/\/bindings/, 'Bindings › Select all', /Select [\w-]+, (CredentialsBinding|SecretBinding|Secret)/],
    [/\/bindings\/.+/, 'Account › Account', /garden-kyma-prod\/[\w-]+/],
    [/\/jobs/, 'Jobs › Reason', /.+/],
    [/\/jobs\/.+/, 'Bindings of the job › Result', /.+ \(404\)\. .+/],
    [
      /\/(bindings|global-accounts)\/.+/,
      /(Shoots on this account|Clusters of this global account) › Shoot/,
      /c-[0-9a-f]+/,
    ],
    [/\/bindings\/.+|\/shoots/, /Shoots( on this account)? › Region/, /[a-z]+-[a-z]+-?\d/],
    [/\/bindings\/.+/, 'Labels › tenantName', /[\w-]+/],
    [/\/bindings\/.+/, 'HAP annotations › Revision', /\d+/],
    [/\/global-accounts\/.+/, /Subaccounts|Clusters of this global account › Subaccount/, /[0-9a-f]{8}…[0-9a-f]{4}/],
    [/\/pools\/.+/, 'Rules selecting this pool', /rule \d+/],
    [/\/shoots/, 'Shoots › Name', /c-[0-9a-f]+/],
    [/\/shoots/, 'Shoots › Type', /\w+(-\w+)+ · shared/],
    [
      /\/audit/,
      'Actions › Reason',
      /(Claims|Reuses|Shares) [\w-]+\.|— \d+ clusters? (is|are) about to be placed on this account\./,
    ],
    // Names of tokens may contain digits.
    [/\/audit/, 'Actions › By', /token .+/],
    [/\/audit/, 'Actions › Target', /[0-9a-f]{8}…[0-9a-f]{4}|Session\/[0-9a-f-]+|(admin|hap) \d+|\/bindings\/\S+/],
    [/\//, 'Recent actions', /token .+|(admin|hap) \d+/],
    // The fields of a request.
    [/\/audit/, 'Actions › Change', /globalAccount [\w-]+(, (hyperscalerRegion|plan|platformRegion|provider) [\w-]+)+/],
    // The fields of custom resources.
    [
      /\/audit/,
      'Actions › Change',
      /(deleted|cluster|clusterRole|role|expiration|output|fingerprint|requests|core|infrastructure|provider|subscriptionSelector)[\w.[\]]*( [^,]*|: \d+ (added|removed))(, ([\w.[\]/-]+( [^,]*|: \d+ (added|removed))|[\w.[\]/-]*…))*/,
    ],
    [/\/audit/, 'Actions › Reason', /.+ \(404\)\. .+/],
    [/\/audit\/.+/, 'Request › Entry', /(\d+ )?[0-9a-f]{64}/],
    [/\/audit\/.+/, 'Request › Request id', /[0-9a-f-]{36}/],
    [/\/audit\/.+/, 'Outcome', /recorded by [\w -]+, entry \d+/],
    [/\/allowlist.+/, '', /The startup settings are in force\. The first saved change will become version 1\./],
    [/\/simulator/, 'Start with a request from this landscape', /[\w-]+( · [\w-]+)* · [0-9a-f]{8}…[0-9a-f]{4}/],
    [/\/simulator.+/, 'Outcome', /garden-kyma-prod\/[\w-]+/],
    [/\/simulator.+/, /Rules › (PR|HR)/, /[\w-]+/],
    [/\/simulator.+/, 'Answer', /(Claims )?sap-[a-z-]+\d+\.?/],
    [/\/settings/, /Landscape and console › .+/, /\S+/],
    [/\/settings/, 'Active configuration › Rules', /\/\S+/],
    [/\/settings/, 'Active configuration › Allowlist and limits', /from \/\S+/],
    [/\/settings/, /Startup settings › (Value|Meaning)/, /.+/],
  ]),
  ...excused('it is a time', [
    [/\/(pools\/.+)?/, 'Claims and releases', /(7|30|90) d/],
    [/\/bindings\/.+/, 'HAP annotations › In this state', /(since|since at least) [-\d]+ [:\d]+ UTC/],
    [/\/(bindings|global-accounts)\/.+\?tab=timeline/, /\d+ \w+ \d{4}/, /\d+ \w+ \d{4}/],
    [
      /\/(bindings|global-accounts)\/.+\?tab=timeline/,
      '',
      /Recorded since [-\d]+ [:\d]+ UTC, when the console first started\. .+/,
    ],
    [/\/audit\/.+/, '', /[-\d]+ [:\d]+ UTC, .+ ago/],
    [/\/simulator.*/, 'Request › Inventory', /updated .+ ago/],
    [/\/simulator.+/, 'Request › Evaluated in', /[\d.]+ ms/],
    [/\/settings/, 'Data sources › Last contact', /\d+ \w+ ago|for \d+ \w+/],
  ]),
]

type Line = readonly [on: RegExp, place: string | RegExp, text: RegExp]

function excused(because: string, lines: readonly Line[]): readonly Excuse[] {
  return lines.map(([on, place, text]) => ({ on, place, text, because }))
}
