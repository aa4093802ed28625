import type { Metadata } from 'next'
import { PageHead } from '#components/shell/page-head.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { mayActAs } from '#lib/auth/roles.ts'
import { settingRows } from '#lib/env.ts'
import { paths } from '#lib/paths.ts'
import { requirePageUser } from '../page-user.ts'
import { DutiesPanel } from './duties-panel.tsx'
import { EnvironmentPanel, InForcePanel, LandscapePanel } from './landscape-panel.tsx'
import { ControllersPanel, SourcesPanel } from './process-panels.tsx'
import styles from './settings.module.css'
import { SettingsTabs } from './settings-tabs.tsx'

export const metadata: Metadata = { title: 'Settings' }

/** Configuration of the console, freshness of its data, and permissions. */
export default async function SettingsPage() {
  const { name, role } = await requirePageUser()
  return (
    <>
      <PageHead
        title="Settings"
        summary={`You are ${name}, ${role}`}
        actions={mayActAs(role, NEEDED_ROLES.tokens) && <ButtonLink href={paths.tokens()}>API tokens</ButtonLink>}
      />
      <SettingsTabs current={paths.settings()} />
      <div className={styles.panels}>
        <div className={styles.pair}>
          <LandscapePanel />
          <InForcePanel />
        </div>
        <SourcesPanel />
        <ControllersPanel />
        <DutiesPanel role={role} />
        <EnvironmentPanel rows={settingRows()} />
      </div>
    </>
  )
}
