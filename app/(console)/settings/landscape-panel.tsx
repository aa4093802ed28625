import { Fact, Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { env, type SettingRow } from '#lib/env.ts'
import { paths } from '#lib/paths.ts'
import { runtime } from '#lib/runtime.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
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
          {landscape.embedded && <span className={text.muted}>embedded, for trials only</span>}
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
    <Panel title="Startup settings" aside="set in the environment; changes require a restart">
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
      {value === null ? 'set (hidden)' : <span className={text.mono}>{value}</span>}{' '}
      {from === 'default' && <span className={text.muted}>default</span>}
    </>
  )
}

/** The rules, plans and limits in force, and their sources. */
export function InForcePanel() {
  const { rules, multiAccount } = runtime()
  const { HAP_RULES_FILE, HAP_PLANS_FILE, HAP_SEMANTICS, HAP_WRITES_PER_SECOND, HAP_STALE_AFTER } = env()
  const { ruleset, plans, publication } = rules.active
  return (
    <Panel title="Active configuration">
      <Facts>
        <Fact name="Rules">
          {formatPlural(ruleset.rules.length, 'rule')}
          {publication === null ? (
            <Origin file={HAP_RULES_FILE} />
          ) : (
            <>
              <TextLink href={paths.rules()}>revision {formatCount(publication.number)}</TextLink>
              <By actor={publication.actor} at={publication.at} />
            </>
          )}
        </Fact>
        <Fact name="Plans">
          {formatPlural(plans.byName.size, 'plan')}
          <Origin file={HAP_PLANS_FILE} />
        </Fact>
        <Fact name="Semantics">{HAP_SEMANTICS}</Fact>
        <Fact name="Allowlist and limits">
          <TextLink href={paths.allowlist()}>
            {multiAccount.version === 0 ? 'startup settings' : `version ${formatCount(multiAccount.version)}`}
          </TextLink>
          <Change />
        </Fact>
        <Fact name="Binding writes">
          {HAP_WRITES_PER_SECOND === 0 ? 'no limit' : `at most ${formatCount(HAP_WRITES_PER_SECOND)} per second`}
        </Fact>
        <Fact name="Stale after">
          {formatCount(HAP_STALE_AFTER)} s without contact with Gardener; actions are then disabled
        </Fact>
      </Facts>
    </Panel>
  )
}

function Origin({ file }: { readonly file: string | null }) {
  if (file === null) return <span className={text.muted}>built in</span>
  return <span className={text.mono}>{file}</span>
}

function Change() {
  const { revision, start } = runtime().multiAccount
  if (revision === null) return <span className={text.muted}>from {start.file}</span>
  return <By actor={revision.actor} at={revision.at} />
}

function By({ actor, at }: { readonly actor: string; readonly at: string }) {
  return (
    <span className={text.muted}>
      by {actor}, <RelativeTime at={at} steady />
    </span>
  )
}
