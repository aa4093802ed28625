import { lazy } from 'react'

/**
 * The tabs of the page, in their order; the first is open unless the address names another. Each is loaded when it is opened,
 * takes no properties, and finds the draft by useDraft().
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

/** The tab an address names; the first for none, and for one that does not exist. */
export function rulesTab(name: string): RulesTab {
  return RULES_TABS.find(({ id }) => id === name) ?? RULES_TABS[0]
}
