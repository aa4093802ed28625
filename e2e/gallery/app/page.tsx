'use client'

import { useState } from 'react'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { CapacityBar } from '#components/hap/capacity-bar.tsx'
import { KindTag } from '#components/hap/kind-tag.tsx'
import { LabelDiff } from '#components/hap/label-diff.tsx'
import { Meter } from '#components/hap/meter.tsx'
import { PoolName } from '#components/hap/pool-name.tsx'
import { RuleText } from '#components/hap/rule-text.tsx'
import { SelectorChips } from '#components/hap/selector-chips.tsx'
import { StateBadge } from '#components/hap/state-badge.tsx'
import { StateCountsLine } from '#components/hap/state-counts-line.tsx'
import { STATE_NAMES } from '#components/hap/state-names.ts'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { Trace, TraceStep } from '#components/hap/trace.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { SearchBox } from '#components/search/search-box.tsx'
import { LiveIndicator } from '#components/shell/live-indicator.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Combobox } from '#components/ui/combobox.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ICON_PATHS, type IconName } from '#components/ui/icon-paths.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { Message, Strip } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { TabPanel, Tabs } from '#components/ui/tabs.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { TextArea } from '#components/ui/text-area.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { showToast } from '#components/ui/toast.ts'
import { formatRequirement, tenantSelector } from '#lib/hap/pools/selector.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import styles from './sheet.module.css'

const AWS_EU = { hyperscalerType: 'aws', euAccess: true, shared: false }
const TENANT = '8b9a6f1e-4c0d-4e52-9f6a-2d7b1c55e0a3'
const SAMPLE = {
  claimed: 168,
  shared: 4,
  internal: 4,
  held: 3,
  dirty: 9,
  cleaning: 6,
  verifying: 5,
  quarantined: 4,
  terminating: 5,
  malformed: 4,
  free: 23,
}
const FIELDS = [
  { name: 'name', kind: 'text', description: 'Name of the binding' },
  { name: 'state', kind: 'enum', values: BINDING_STATES, description: 'State of the binding' },
  { name: 'tenant', kind: 'text', description: 'Global account' },
  { name: 'type', kind: 'enum', values: ['aws', 'azure', 'gcp'], description: 'Hyperscaler type' },
  { name: 'shoots', kind: 'number', description: 'Shoots on the account' },
  { name: 'shared', kind: 'boolean', description: 'Used by many tenants' },
] as const

function Controls() {
  const [plan, setPlan] = useState('aws')
  const [region, setRegion] = useState('cf-eu11')
  const [reason, setReason] = useState('')
  const [on, setOn] = useState(true)
  const [density, setDensity] = useState<'comfortable' | 'compact'>('comfortable')
  const regions = ['cf-ap11', 'cf-ch20', 'cf-eu11', 'cf-eu20', 'cf-eu30', 'cf-jp30', 'cf-sa30', 'cf-us11'].map(
    value => ({ value, note: `${value.length * 37} shoots` }),
  )
  return (
    <Panel title="Fields" padded>
      <div className={styles.two}>
        <Select
          label="Plan"
          value={plan}
          onChange={setPlan}
          mono
          options={['aws', 'azure', 'gcp'].map(value => ({ value, label: value }))}
          help="Plans of revision 41"
        />
        <TextField label="Provider" hint="from the plan" value="aws" mono />
        <Combobox label="Platform region" hint="PR" value={region} onChange={setRegion} suggestions={regions} mono />
        <TextField
          label="Hold until"
          value="2026-11-02"
          onChange={() => {}}
          error="This date is past. Choose 22 Nov or later."
        />
        <TextArea label="Reason" value={reason} onChange={setReason} placeholder="Why is this needed?" />
        <TextField
          label="Ticket"
          hint="optional"
          value="OPS-5127"
          onChange={() => {}}
          mono
          help="Shown in the audit log"
        />
      </div>
      <div className={styles.row}>
        <Checkbox label="Notify" checked={on} onChange={setOn} />
        <Checkbox label="3 of 8" checked="mixed" onChange={() => {}} />
        <Checkbox label="Off" checked={false} onChange={() => {}} />
        <Segmented
          label="Density"
          value={density}
          onChange={setDensity}
          options={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
        />
      </div>
    </Panel>
  )
}

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

function Dialogs() {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  return (
    <>
      <Button look="danger-quiet" onClick={() => setOpen(true)}>
        Mark dirty
      </Button>
      {open && (
        <Dialog
          title={
            <>
              Mark <span className={text.mono}>aws-eu-0231</span> dirty
            </>
          }
          description="No new cluster will be placed on this account. It is cleaned once the 3 clusters below are gone; none of them is deleted. You can undo this until cleaning starts."
          width="wide"
          keep={reason !== ''}
          onClose={() => setOpen(false)}
          note="Recorded as m.okafor, operator"
          actions={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button
                look="danger"
                disabledReason={reason === '' ? 'A reason is missing.' : null}
                onClick={() => setOpen(false)}
              >
                Mark dirty <Kbd>⌘↵</Kbd>
              </Button>
            </>
          }
        >
          <LabelDiff
            object="CredentialsBinding garden-kyma-prod/aws-eu-0231"
            version="918273644"
            lines={[
              { change: 'kept', key: 'tenantName', value: TENANT, note: 'stays until it is clean' },
              { change: 'added', key: 'dirty', value: 'true', note: 'label' },
              { change: 'removed', key: 'hap.kyma-project.io/epoch', value: '41', note: 'annotation' },
              { change: 'added', key: 'hap.kyma-project.io/epoch', value: '42', note: 'annotation' },
            ]}
          />
          <Message tone="ok">
            <b>The API server accepts this change.</b> Dry run in 310 ms, nothing written.
          </Message>
          <TextArea label="Reason" value={reason} onChange={setReason} />
        </Dialog>
      )}
    </>
  )
}

function TabSheet() {
  const [tab, setTab] = useState<'summary' | 'shoots' | 'yaml'>('summary')
  return (
    <div>
      <Tabs
        label="Binding"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: 'summary', label: 'Summary' },
          { id: 'shoots', label: 'Shoots', count: 1203 },
          { id: 'yaml', label: 'YAML' },
        ]}
      />
      <TabPanel id={tab}>
        <p className={styles.pad}>Content of {tab}</p>
      </TabPanel>
    </div>
  )
}

export default function Sheet() {
  return (
    <>
      <PageHead
        title="aws-eu-0231"
        mono
        badge={<StateBadge state="claimed" since="2026-04-21T09:00:00Z" />}
        facts={
          <>
            <span>
              CredentialsBinding in <span className={text.mono}>garden-kyma-prod</span>
            </span>
            <span>
              Pool <TextLink href="/pools">aws · EU</TextLink>
            </span>
            <span>
              Tenant <TenantId id={TENANT} href="/" />
            </span>
          </>
        }
        actions={
          <>
            <Button disabledReason="3 clusters still use this account. Delete or move them first.">Release</Button>
            <Button
              onClick={() =>
                showToast({
                  text: 'aws-eu-0231 is dirty',
                  detail: 'Undo is possible until cleaning starts',
                  action: { label: 'Undo', run: () => {} },
                })
              }
            >
              Toast
            </Button>
            <Dialogs />
            <Menu
              label="More actions"
              align="end"
              trigger={props => (
                <Button {...props} icon aria-label="More actions">
                  <Icon name="more" />
                </Button>
              )}
            >
              <MenuItem onSelect={() => {}}>Hold</MenuItem>
              <MenuItem checked onSelect={() => {}}>
                Watch
              </MenuItem>
              <MenuItem disabledReason="not dirty" onSelect={() => {}}>
                Undo dirty
              </MenuItem>
            </Menu>
          </>
        }
      />
      <TabSheet />
      <Strip tone="warn" icon="clock" action={<Button size="small">Reconnect</Button>}>
        Stale since 12:04:07 UTC. Actions are off.
      </Strip>
      <div className={styles.sheet}>
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
        <Controls />
        <Panel title="Search box" padded>
          <div className={styles.stack}>
            <Search initial="type:aws -shared eu" />
            <Search initial="tennant:8b9a" />
          </div>
        </Panel>
        <Panel title="Buttons, tags, keys" padded>
          <div className={styles.stack}>
            <div className={styles.row}>
              <Button>Export</Button>
              <Button look="primary">Publish</Button>
              <Button look="danger">Mark dirty</Button>
              <Button look="danger-quiet">Revoke</Button>
              <Button look="ghost">Cancel</Button>
            </div>
            <div className={styles.row}>
              <Button size="small">Acknowledge</Button>
              <Button aria-pressed>
                <Icon name="copy" />
                Focus
              </Button>
              <ButtonLink href="/pools">Go to pools</ButtonLink>
              <CopyButton text="x" what="selector" />
              <CopyButton text="x" what="link">
                Copy link
              </CopyButton>
            </div>
            <div className={styles.row}>
              <Tag>EU</Tag>
              <Tag>shared</Tag>
              <Tag tone="info">draft</Tag>
              <Tag tone="warn">other binding</Tag>
              <Tag tone="danger">lost</Tag>
              <Tag tone="ok">verified</Tag>
              <KindTag kind="SecretBinding" />
            </div>
            <div className={styles.row}>
              <LiveIndicator phase="connecting" asOf={null} /> <LiveIndicator phase="reconnecting" asOf={null} />{' '}
              <LiveIndicator phase="stale" asOf={1_795_262_647_000} /> <Kbd>/</Kbd> search <Kbd>j</Kbd>
              <Kbd>k</Kbd> move <RelativeTime at="2026-04-21T09:00:00Z" /> <Skeleton width="120px" />
            </div>
            <div className={styles.row}>
              {(Object.keys(ICON_PATHS) as IconName[]).map(name => (
                <Icon key={name} name={name} />
              ))}
            </div>
          </div>
        </Panel>
        <Panel title="Account" aside={<TextLink href="/">All 27</TextLink>}>
          <Facts>
            <Fact name="State">
              Claimed <span className={text.muted}>since 21 Apr 2026</span>
            </Fact>
            <Fact name="Tenant">
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
        <Panel title="Trace" padded>
          <Trace>
            <TraceStep
              title={
                <>
                  Rules for plan <span className={text.mono}>aws</span>
                </>
              }
              summary="2 of 4 match, the one with most attributes wins"
            >
              <div className={styles.stack}>
                <RuleText text="aws(PR=cf-eu11) -> EU, HR" />
                <RuleText text="aws(PR=cf-us11) -> PR" faint />
                <div className={styles.row}>
                  <Verdict outcome="chosen">chosen</Verdict>
                  <Verdict outcome="ok">cf-eu11</Verdict>
                  <Verdict outcome="no">wants eu-west-1</Verdict>
                </div>
              </div>
            </TraceStep>
            <TraceStep
              title="Label selector"
              summary="reuse first"
              aside={<TextLink href="/">Copy kubectl command</TextLink>}
            >
              <SelectorChips requirements={tenantSelector(AWS_EU, TENANT).map(formatRequirement)} />
            </TraceStep>
            <TraceStep title="Claim" skipped summary="not needed" />
          </Trace>
        </Panel>
        <Panel title="Messages" padded>
          <div className={styles.stack}>
            <Message tone="danger">
              <b>Not released: the binding changed.</b> KEB set tenantName 4 s ago. Your reason is kept.
            </Message>
            <Message tone="warn" action={<TextLink href="/">See finding</TextLink>}>
              <b>Two bindings refer to one account.</b> aws-eu-0231-sb names the same Secret.
            </Message>
            <Message tone="ok">The API server accepts this change.</Message>
            <Message tone="info">18 bindings changed while the order is frozen.</Message>
          </div>
        </Panel>
        <EmptyState reason="empty" title="No bindings yet" actions={<Button>Show how to label one</Button>}>
          Label a CredentialsBinding with <span className={text.mono}>hyperscalerType</span> and it appears here within
          a second.
        </EmptyState>
        <EmptyState
          reason="filtered"
          title="No binding matches"
          actions={
            <>
              <Button>Clear filter</Button>
              <Button look="ghost">Drop state:held</Button>
            </>
          }
        >
          None of 20,412 bindings matches <span className={text.mono}>type:aws state:held</span>.
        </EmptyState>
        <EmptyState reason="forbidden" title="You cannot list shoots here">
          Role viewer lacks <span className={text.mono}>list shoots</span> in garden-kyma-prod. Bindings are still
          shown.
        </EmptyState>
        <EmptyState reason="unreachable" title="Gardener does not answer" actions={<Button>Try now</Button>}>
          Last answer at 12:04:07 UTC, 3 min ago. Next try in 8 s.
        </EmptyState>
      </div>
    </>
  )
}
