import { lazy } from 'react'

/**
 * The tabs in display order; the first is the default. Each loads when it opens, takes no props,
 * and reads the draft with useDraft().
 */
export const RULES_TABS = [
  {
    id: 'editor',
    label: 'Editor',
    Content: lazy(() => import('./editor/editor-tab.tsx').then(file => ({ default: file.EditorTab }))),
  },
  {
    id: 'impact',
    label: 'Impact',
    Content: lazy(() => import('./impact/impact-tab.tsx').then(file => ({ default: file.ImpactTab }))),
  },
  {
    id: 'cases',
    label: 'Cases',
    Content: lazy(() => import('./cases/cases-tab.tsx').then(file => ({ default: file.CasesTab }))),
  },
  {
    id: 'coverage',
    label: 'Coverage',
    Content: lazy(() => import('./coverage/coverage-tab.tsx').then(file => ({ default: file.CoverageTab }))),
  },
  {
    id: 'four-rules',
    label: 'Four-rule import',
    Content: lazy(() => import('./four-rules-tab.tsx').then(file => ({ default: file.FourRulesTab }))),
  },
  {
    id: 'revisions',
    label: 'Revisions',
    Content: lazy(() => import('./revisions/revisions-tab.tsx').then(file => ({ default: file.RevisionsTab }))),
  },
] as const

type RulesTab = (typeof RULES_TABS)[number]

/** Returns the tab with this id; the first for an empty or unknown id. */
export function rulesTab(name: string): RulesTab {
  return RULES_TABS.find(({ id }) => id === name) ?? RULES_TABS[0]
}
