import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { SettingRow } from '#lib/env.ts'

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
