import { FULL, OVERFULL } from './demo-landscape.ts'

interface Addressed {
  /** A page with valid parameters. */
  readonly address: string
  /** Parameters with a fixed set of values; the page ignores any other text. */
  readonly chosen?: readonly string[]
  /** Parameters that accept any text. */
  readonly free?: readonly string[]
}

const LIST = { chosen: ['sort', 'cols'], free: ['q'] } as const

const OVERFULL_PAGE = `/bindings/CredentialsBinding/${OVERFULL}`
const FULL_PAGE = `/global-accounts/${FULL}`

/** Every page with parameters. */
export const ADDRESSED: readonly Addressed[] = [
  { address: '/', chosen: ['window'] },
  { address: '/pools', ...LIST, chosen: [...LIST.chosen, 'closed'] },
  { address: '/pools/aws~eu', chosen: ['window'] },
  { address: '/bindings', ...LIST, chosen: [...LIST.chosen, 'sel'] },
  { address: OVERFULL_PAGE, chosen: ['tab'] },
  { address: `${OVERFULL_PAGE}?tab=shoots`, chosen: ['sort'] },
  { address: '/shoots', ...LIST },
  { address: '/global-accounts', ...LIST },
  { address: FULL_PAGE, chosen: ['tab'] },
  { address: `${FULL_PAGE}?tab=clusters`, chosen: ['sort'] },
  { address: '/audit', ...LIST },
  { address: '/jobs', ...LIST },
  { address: '/approvals', chosen: ['act'] },
  { address: '/allowlist', chosen: ['tab'] },
  { address: '/rules', chosen: ['tab'] },
  { address: '/operators/cleaning', ...LIST },
  { address: '/operators/clusters', ...LIST, chosen: [...LIST.chosen, 'act'] },
  { address: '/operators/subscription-requests', ...LIST, chosen: [...LIST.chosen, 'act'] },
  { address: '/operators/kubeconfigs', ...LIST, chosen: [...LIST.chosen, 'act'] },
  {
    address: '/simulator',
    chosen: ['mode', 'semantics', 'rules', 'with', 'run'],
    free: ['plan', 'provider', 'pr', 'hr', 'ga'],
  },
  { address: '/simulator?mode=matrix', chosen: ['run'], free: ['plan'] },
  { address: '/simulator?plan=aws&ga=anybody', chosen: ['semantics'], free: ['provider', 'pr', 'hr', 'rules', 'with'] },
]

/** Ends an attribute and then runs a script that leaves a global variable. */
export const SCRIPT = '"\'><script>hapWasHere=1</script>'

/** Hostile values for a parameter. */
export const HOSTILE = ['no-such-thing', '__proto__', 'x'.repeat(10_000), SCRIPT, 'a\u0000b'] as const

/** An address with another parameter; multiple values repeat it. */
export function addressWith(address: string, name: string, ...values: readonly string[]): string {
  const given = values.map(value => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${address}${address.includes('?') ? '&' : '?'}${given}`
}

/** The state of a page as text: sort orders, tabs, expanded parts, and the number of columns of its tables. */
export function choicesIn(html: string): readonly string[] {
  const chosen = html.match(/\baria-(?:sort|selected|pressed|expanded|checked)="[^"]*"/g) ?? []
  const heads = (html.match(/<thead\b.*?<\/thead>/gs) ?? []).map(head => `${head.match(/<th\b/g)?.length} heads`)
  const dialogs = (html.match(/<dialog\b/g) ?? []).map(() => 'a dialog')
  return [...chosen, ...heads, ...dialogs]
}
