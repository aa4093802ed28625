import { BindingLink } from '#components/hap/binding-link.tsx'
import { CapacityBar } from '#components/hap/capacity-bar.tsx'
import { Meter } from '#components/hap/meter.tsx'
import { PoolName } from '#components/hap/pool-name.tsx'
import { StateBadge } from '#components/hap/state-badge.tsx'
import { StateCountsLine } from '#components/hap/state-counts-line.tsx'
import { STATE_NAMES } from '#components/hap/state-names.ts'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { SAMPLE, TENANT } from './sample.ts'
import styles from './sheet.module.css'

/** What an account is, and how many there are. */
export function Accounts() {
  return (
    <>
      <Panel title="States" padded>
        <div className={styles.states}>
          {BINDING_STATES.map(state => (
            <div key={state}>
              <StateBadge state={state} /> <span className={text.muted}>{STATE_NAMES[state].meaning}</span>
            </div>
          ))}
        </div>
      </Panel>
      <Panel title="Capacity" padded>
        <div className={styles.stack}>
          <div>
            <CapacityBar
              counts={{ claimed: 37, dirty: 3, cleaning: 1, quarantined: 1, malformed: 1, free: 4 }}
              lowWater={6}
            />
            <StateCountsLine counts={{ claimed: 37, dirty: 3, free: 4 }} hrefOf={() => '/'} />
          </div>
          <div>
            <CapacityBar counts={SAMPLE} lowWater={15} />
            <StateCountsLine counts={SAMPLE} hrefOf={() => '/'} />
          </div>
          <CapacityBar counts={{ shared: 8 }} height={12} />
          <CapacityBar counts={{}} />
          <div className={styles.row}>
            <Meter value={146} limit={180} unit="clusters" /> 146 of 180{' '}
            <Meter value={250} limit={180} unit="clusters" /> 250 of 180
          </div>
          <PoolName name="aws" euAccess shared={false} href="/pools" />
          <PoolName name="openstack_eu-de-1" euAccess={false} shared href={null} />
        </div>
      </Panel>
      <Panel title="Account" aside={<TextLink href="/">All 27</TextLink>}>
        <Facts>
          <Fact name="State">
            Claimed <span className={text.muted}>since 21 Apr 2026</span>
          </Fact>
          <Fact name="Global account">
            <TenantId id={TENANT} show="full" />
          </Fact>
          <Fact name="Binding">
            <BindingLink binding={{ kind: 'CredentialsBinding', name: 'aws-eu-0231' }} />
          </Fact>
          <Fact name="Clusters">
            <Meter value={3} limit={180} unit="clusters" /> 3 of 180 <span className={text.faint}>limit of aws</span>
          </Fact>
        </Facts>
      </Panel>
    </>
  )
}
