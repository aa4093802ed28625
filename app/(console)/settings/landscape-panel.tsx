import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { env } from '#lib/env.ts'
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
