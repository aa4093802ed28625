import type { Metadata } from 'next'
import { PageHead } from '#components/shell/page-head.tsx'
import { settingRows } from '#lib/env.ts'
import { requirePageUser } from '../page-user.ts'
import { ControllersPanel } from './controllers-panel.tsx'
import { DutiesPanel } from './duties-panel.tsx'
import { EnvironmentPanel } from './environment-panel.tsx'
import { InForcePanel } from './in-force-panel.tsx'
import { LandscapePanel } from './landscape-panel.tsx'
import styles from './settings.module.css'
import { SourcesPanel } from './sources-panel.tsx'

export const metadata: Metadata = { title: 'Settings' }

/** What the console runs with and how fresh its data is, and who may do what. */
export default async function SettingsPage() {
  const { name, role } = await requirePageUser()
  return (
    <>
      <PageHead title="Settings" summary={`You are ${name}, ${role}`} />
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
