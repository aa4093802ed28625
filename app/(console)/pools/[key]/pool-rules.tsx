import { RuleText } from '#components/hap/rule-text.tsx'
import { SelectorChips } from '#components/hap/selector-chips.tsx'
import { CommandLine } from '#components/ui/command-line.tsx'
import { cx } from '#components/ui/cx.ts'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import type { SelectorView } from '#lib/queries/pools/selectors.ts'
import type { RuleLink } from '#lib/queries/rules-by-pool.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './pool.module.css'

/** Rules that select a pool, with their numbers in the rule set. */
export function PoolRules({ rules }: { readonly rules: readonly RuleLink[] }) {
  return (
    <Panel title="Rules that lead here">
      {rules.length === 0 ? (
        <NoLines>None: no request can get an account of this pool.</NoLines>
      ) : (
        <LineList label="Rules that lead here">
          {rules.map(rule => (
            <Line key={rule.no} end={<span className={cx(text.small, text.faint)}>rule {rule.no}</span>}>
              <RuleText text={rule.text} />
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}

type Purpose = SelectorView['purpose']

const PURPOSES: Readonly<Record<Purpose, string>> = {
  claim: 'Unowned accounts: a new global account gets one of these',
  any: 'Dedicated accounts, owned or not',
  shared: 'Shared accounts: a request gets the least used one',
}

/** The state that a request selects; null where it takes every state. */
const SOUGHT: Readonly<Record<Purpose, BindingState | null>> = { claim: 'free', any: null, shared: 'shared' }

interface PoolSelectorsProps {
  readonly selectors: readonly SelectorView[]
  /** Whether a rule leads to the pool. */
  readonly reached: boolean
}

/** Label selectors of requests for a pool, and the unsuitable bindings they match. */
export function PoolSelectors({ selectors, reached }: PoolSelectorsProps) {
  return (
    <Panel title="Label selectors" padded>
      {selectors.map(({ purpose, requirements, command, finds }) => (
        <div key={purpose} className={styles.selector}>
          <h3 className={text.small}>{titleOf(purpose, reached)}</h3>
          <SelectorChips requirements={requirements} />
          {command !== null && <CommandLine text={command} what="command" />}
          <Others sought={SOUGHT[purpose]} finds={finds} />
        </div>
      ))}
    </Panel>
  )
}

function titleOf(purpose: Purpose, reached: boolean): string {
  if (reached || purpose === 'any') return PURPOSES[purpose]
  return `${PURPOSES[purpose].split(':', 1)[0]}. No rule leads here, so no request asks for them`
}

/** A selector cannot exclude internal, terminating or malformed bindings. */
function Others({ sought, finds }: { readonly sought: BindingState | null; readonly finds: SelectorView['finds'] }) {
  if (sought === null) return null
  const others = BINDING_STATES.filter(state => state !== sought && finds[state] > 0)
  if (others.length === 0) return null
  const counts = others.map(state => `${formatCount(finds[state])} ${state}`).join(', ')
  return (
    <p className={cx(text.small, text.muted)}>
      Lists {counts} beside {formatCount(finds[sought])} {sought}. This console never selects those; KEB may.
    </p>
  )
}
