import { createTabDraft } from '#components/ui/tab-draft.ts'

/** Plans and platform regions by cluster from a file. */
export interface KeptImport {
  /** Unlike that of any other import of this tab. */
  readonly id: string
  /** Name of the file, or what stands for pasted text. */
  readonly name: string
  readonly clusters: number
  /** As formatPlansFile writes it. */
  readonly text: string
}

/** Imported plans of a person. They stay in the tab: the server does not store them. */
export const IMPORTED_PLANS = createTabDraft<KeptImport>('hap-rules-plans', 'plans')
