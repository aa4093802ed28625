import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { env, type SettingRow } from '#lib/env.ts'
import { runtime } from '#lib/runtime.ts'
import { VERSION } from '#lib/version.ts'
import { formatDatabaseKind } from './database-kind.ts'

/** The landscape the console works on, and the console's own versions. */
export function LandscapePanel() {
  const { landscape, client, store, versions } = runtime()
  return (
    <Panel title="Landscape and console">
      <Facts>
        <Fact name="Landscape">{landscape.name}</Fact>
        <Fact name="Namespace">
          <span className={text.mono}>{landscape.namespace}</span>
        </Fact>
        <Fact name="Gardener">
          <span className={text.mono}>{client.server}</span>
          <Version of={versions.gardener()} />
          {landscape.embedded && <span className={text.muted}>embedded, for trial use only</span>}
        </Fact>
        <Fact name="Bindings">{env().HAP_BINDING_KINDS.join(', ')}</Fact>
        <Fact name="Database">
          {formatDatabaseKind(store.connection.kind)}
          <Version of={versions.database()} />
        </Fact>
        <Fact name="HAP Console">{VERSION}</Fact>
        <Fact name="Node.js">{process.versions.node}</Fact>
      </Facts>
    </Panel>
  )
}

/** Renders nothing until the server has reported its version. */
function Version({ of }: { readonly of: string | null }) {
  return of !== null && <span className={text.muted}>{of}</span>
}

const COLUMNS = [{ header: 'Setting', width: 216 }, { header: 'Value', width: 280 }, { header: 'Meaning' }]

/** The startup settings. Shows only whether a secret is set, never its value. */
export function EnvironmentPanel({ rows }: { readonly rows: readonly SettingRow[] }) {
  return (
    <Panel title="Startup settings" aside="set in the environment; changes need a restart">
      <SmallTable label="Startup settings" columns={COLUMNS} folding>
        {rows.map(row => (
          <tr key={row.name}>
            <th scope="row" className={text.mono}>
              {row.name}
            </th>
            <td data-fold="aside">
              <Value row={row} />
            </td>
            <td data-wrap data-fold="line">
              {row.meaning}
            </td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}

function Value({ row: { value, from } }: { readonly row: SettingRow }) {
  if (from === 'unset') return <span className={text.faint}>not set</span>
  return (
    <>
      {value === null ? 'set, not shown' : <span className={text.mono}>{value}</span>}{' '}
      {from === 'default' && <span className={text.muted}>default</span>}
    </>
  )
}
