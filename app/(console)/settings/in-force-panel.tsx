import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { env } from '#lib/env.ts'
import { paths } from '#lib/paths.ts'
import { runtime } from '#lib/runtime.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'

/** The rules, plans and limits in force, and their sources. */
export function InForcePanel() {
  const { rules, multiAccount } = runtime()
  const { HAP_RULES_FILE, HAP_PLANS_FILE, HAP_SEMANTICS, HAP_WRITES_PER_SECOND, HAP_STALE_AFTER } = env()
  const { ruleset, plans, publication } = rules.active
  return (
    <Panel title="In force">
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
          {HAP_WRITES_PER_SECOND === 0 ? 'no limit' : `at most ${formatCount(HAP_WRITES_PER_SECOND)} a second`}
        </Fact>
        <Fact name="Stale after">
          {formatCount(HAP_STALE_AFTER)} s without contact to Gardener; actions are then disabled
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
