'use client'

import { useState } from 'react'
import { KindTag } from '#components/hap/kind-tag.tsx'
import { LiveIndicator } from '#components/shell/live-indicator.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Combobox } from '#components/ui/combobox.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ICON_PATHS, type IconName } from '#components/ui/icon-paths.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import styles from './sheet.module.css'

/** Fields, choices and boxes. */
export function Controls() {
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

/** Buttons, tags, signs and keys. */
export function Buttons() {
  return (
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
  )
}
