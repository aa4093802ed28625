'use client'

import { useState } from 'react'
import { SearchBox } from '#components/search/search-box.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import styles from './sheet.module.css'

const FIELDS = [
  { name: 'name', kind: 'text', description: 'Name of the binding' },
  { name: 'state', kind: 'enum', values: BINDING_STATES, description: 'State of the binding' },
  { name: 'tenant', kind: 'text', description: 'Global account' },
  { name: 'type', kind: 'enum', values: ['aws', 'azure', 'gcp'], description: 'Hyperscaler type' },
  { name: 'shoots', kind: 'number', description: 'Shoots on the account' },
  { name: 'shared', kind: 'boolean', description: 'Used by many tenants' },
] as const

function Search({ initial }: { readonly initial: string }) {
  const [query, setQuery] = useState(initial)
  return (
    <>
      <SearchBox
        label={`Search bindings, ${initial}`}
        fields={FIELDS}
        value={query}
        onChange={setQuery}
        hits="214 of 20,412"
      />
      <output className={text.mono}>{query}</output>
    </>
  )
}

/** A search in order, and one with a mistake. */
export function SearchBoxes() {
  return (
    <Panel title="Search box" padded>
      <div className={styles.stack}>
        <Search initial="type:aws -shared eu" />
        <Search initial="tennant:8b9a" />
      </div>
    </Panel>
  )
}
