'use client'

import { useState } from 'react'
import { StateBadge } from '#components/hap/state-badge.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { Strip } from '#components/ui/message.tsx'
import { TabPanel, Tabs } from '#components/ui/tabs.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { showToast } from '#components/ui/toast.ts'
import { Accounts } from './accounts.tsx'
import { Buttons, Controls } from './controls.tsx'
import { Dialogs } from './dialogs.tsx'
import { Messages } from './messages.tsx'
import { Reasoning } from './reasoning.tsx'
import { TENANT } from './sample.ts'
import { SearchBoxes } from './search-boxes.tsx'
import styles from './sheet.module.css'

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
              Tenant <TenantId id={TENANT} />
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
        <Accounts />
        <Controls />
        <SearchBoxes />
        <Buttons />
        <Reasoning />
        <Messages />
      </div>
    </>
  )
}
