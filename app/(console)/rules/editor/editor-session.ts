import type { EditorState } from '@codemirror/state'
import type { RequestCombination } from '#lib/hap/analysis/coverage.ts'
import type { Finding } from '#lib/rules-file/check-rules-file.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { CheckedDraft } from '../evaluation/checked-draft.ts'
import type { RuleUses } from '../evaluation/questions.ts'

/**
 * What the editor reads of the page. CodeMirror extensions hold this object, so the page mutates it
 * on each render.
 */
export interface EditorContext {
  /** The last check of the draft. */
  checked: CheckedDraft | null
  /** Plans and regions for completion. */
  known: RulesDetail
  /** Observed requests; null until they are loaded. */
  seen: readonly RequestCombination[] | null
  /**
   * Clusters by rule of a draft; null until requests are loaded, and while the draft has errors.
   */
  uses: RuleUses | null
  /** Called when a person changes the text. */
  onText: (text: string) => void
  /** Called with the index of the rule at the cursor; null outside a rule. */
  onRule: (rule: number | null) => void
}

/**
 * State of the editor that survives while another tab is open: text, undo history, cursor and
 * folds.
 */
export interface EditorSession {
  readonly context: EditorContext
  state: EditorState | null
  /** The mounted editor; null while another tab is open. */
  mounted: { fix(finding: Finding): boolean; fixAtCursor(): boolean; format(): boolean } | null
}
