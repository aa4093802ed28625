import { SelectorChips } from '#components/hap/selector-chips.tsx'
import { CommandLine } from '#components/ui/command-line.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import type { SelectorView } from '#lib/queries/pools/pool-selectors.ts'
import styles from './pool.module.css'

const PURPOSES: Readonly<Record<SelectorView['purpose'], string>> = {
  claim: 'Accounts nobody owns: a new tenant gets one of these',
  any: 'Dedicated accounts, whoever owns them',
  shared: 'Shared accounts: a request gets the least used one',
}

/** The exact label selectors by which requests look into a pool. */
export function PoolSelectors({ selectors }: { readonly selectors: readonly SelectorView[] }) {
  return (
    <Panel title="Label selectors" padded>
      {selectors.map(({ purpose, requirements, command }) => (
        <div key={purpose} className={styles.selector}>
          <h3 className={text.small}>{PURPOSES[purpose]}</h3>
          <SelectorChips requirements={requirements} />
          {command !== null && <CommandLine text={command} what="command" />}
        </div>
      ))}
    </Panel>
  )
}
