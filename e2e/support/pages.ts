import { FULL, LEAVING, LEGACY, OVERFULL } from './small-landscape.ts'

/** An address of a page of the small landscape. */
interface PageAddress {
  readonly address: string
  /** Visible text once the page is complete. */
  readonly shows: string | RegExp
  readonly status?: number
  readonly signedOut?: boolean
}

const LEGACY_PAGE = `/bindings/SecretBinding/${LEGACY.name}`
const OVERFULL_PAGE = `/bindings/CredentialsBinding/${OVERFULL}`

/**
 * One address of each page, by its route. Pages of objects that only tests create show that the object does not
 * exist.
 */
export const PAGES: Readonly<Record<string, PageAddress>> = {
  '/': { address: '/', shows: '64 accounts, 12 pools, 1 rule without a pool, 200 shoots' },
  '/[...unknown]': { address: '/nothing', shows: 'Not found', status: 404 },
  '/allowlist': { address: '/allowlist', shows: 'Global accounts with multiple accounts' },
  '/approvals': { address: '/approvals', shows: 'Approvals' },
  '/audit': { address: '/audit', shows: 'Chain verified' },
  '/audit/[seq]': { address: '/audit/999999', shows: 'Not found', status: 404 },
  '/bindings': { address: '/bindings', shows: '67 of 67 bindings' },
  '/bindings/[kind]': { address: '/bindings/nothing', shows: 'Not found', status: 404 },
  '/bindings/[kind]/[name]': { address: LEGACY_PAGE, shows: 'Two bindings refer to one account.' },
  '/global-accounts': { address: '/global-accounts', shows: /^\d+ of \d+ global accounts$/ },
  '/global-accounts/[id]': {
    // Has multiple accounts in multiple pools.
    address: `/global-accounts/${FULL}`,
    shows: 'Allowlist and limits',
  },
  '/jobs': { address: '/jobs', shows: /^(?:[\d,]+ jobs?|No jobs yet)$/ },
  '/jobs/[id]': { address: '/jobs/none', shows: 'Job not found', status: 404 },
  '/operators/cleaning': { address: '/operators/cleaning', shows: 'Cleaners are off.' },
  '/operators/clusters': { address: '/operators/clusters', shows: /No Clusters yet|1–\d/ },
  '/operators/clusters/[name]': { address: '/operators/clusters/none', shows: 'Not found', status: 404 },
  '/operators/kubeconfigs': { address: '/operators/kubeconfigs', shows: 'New request' },
  '/operators/kubeconfigs/[name]': { address: '/operators/kubeconfigs/none', shows: 'Not found', status: 404 },
  '/operators/subscription-requests': {
    address: '/operators/subscription-requests',
    shows: /No subscription requests yet|1–\d/,
  },
  '/operators/subscription-requests/[name]': {
    address: '/operators/subscription-requests/none',
    shows: 'Not found',
    status: 404,
  },
  '/operators/waiting': { address: '/operators/waiting', shows: /No waiting claims|waiting claim/ },
  '/pools': { address: '/pools', shows: '12 of 12 pools' },
  '/pools/[key]': { address: '/pools/aws~eu', shows: 'Rules selecting this pool' },
  '/rules': { address: '/rules', shows: 'No problems' },
  '/rules/revisions/[n]': { address: '/rules/revisions/999999', shows: 'Not found', status: 404 },
  '/settings': { address: '/settings', shows: 'Data sources' },
  '/settings/sessions': { address: '/settings/sessions', shows: 'this session' },
  '/settings/tokens': {
    address: '/settings/tokens',
    shows: /is not shown|are not shown|Tokens|^No access to API tokens$/,
  },
  '/shoots': { address: '/shoots', shows: /^20\d of 20\d clusters$/ },
  '/sign-in': { address: '/sign-in?error=AccessDenied', shows: 'Sign in as a demo user', signedOut: true },
  '/sign-in/no-access': { address: '/sign-in/no-access', shows: /access/i, signedOut: true },
  '/simulator': { address: '/simulator', shows: 'Simulate a provisioning request' },
}

/** Further addresses: tabs, searches and messages that the pages above do not show. */
export const PAGE_STATES: readonly PageAddress[] = [
  { address: '/allowlist?tab=history', shows: /^Version \d+ in force|No changes yet/ },
  { address: '/bindings?q=state:malformed,terminating,dirty&sort=-shoots', shows: 'Terminating' },
  { address: '/bindings?q=tpye:aws', shows: /Unknown field tpye/ },
  { address: '/bindings?q=state:dirty shoots:>900', shows: 'No binding matches' },
  { address: '/bindings?cols=name,eu,created,problems', shows: '67 of 67 bindings' },
  { address: '/bindings/CredentialsBinding/nothing', shows: 'Binding not found', status: 404 },
  { address: '/bindings/CredentialsBinding/sap-aws-skr-cust-00018', shows: 'Released but still in use.' },
  { address: `${OVERFULL_PAGE}?tab=shoots`, shows: '24 shoots on this account' },
  { address: `${OVERFULL_PAGE}?tab=timeline`, shows: /^Recorded since/ },
  { address: `${LEGACY_PAGE}?tab=yaml`, shows: 'secretRef' },
  { address: '/global-accounts?q=problem:over-limit&sort=-fill', shows: /^\d+ of \d+ global accounts$/ },
  { address: '/global-accounts?q=ga:nobody', shows: 'No global account matches' },
  { address: '/global-accounts/nobody', shows: 'Global account not found', status: 404 },
  { address: '/pools?q=type:gdch state:dirty', shows: 'No pool matches' },
  { address: '/pools/aws~shared', shows: 'Rules selecting this pool' },
  { address: '/pools/nothing', shows: 'Pool not found', status: 404 },
  { address: '/rules?tab=four-rules', shows: 'Translation' },
  { address: '/rules?tab=cases', shows: 'No cases pinned' },
  { address: '/rules?tab=coverage', shows: 'Combinations without a rule' },
  { address: '/rules?tab=impact', shows: 'Sources of plans and platform regions' },
  { address: '/shoots?q=error:infrastructure&sort=-when', shows: /^17 of 20\d clusters$/ },
  { address: '/shoots?q=tpye:aws', shows: /Unknown field tpye/ },
  { address: '/shoots?cols=name,provider,errors,age', shows: /of 20\d clusters/ },
  { address: `/simulator?plan=aws&ga=${LEAVING}`, shows: 'KEB would choose this' },
  {
    address: '/simulator?plan=sap-converged-cloud&hr=eu-de-1,shared%3Dtrue&ga=x',
    shows: 'is not a legal label value',
  },
  { address: '/simulator?plan=aws&pr=cf-us10&ga=e2e-new&with=semantics', shows: 'Documented and KEB' },
  { address: '/simulator?mode=matrix&plan=aws,alicloud&run=1', shows: 'No rule matches 1 of 2 combinations' },
]
