import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { lineParts, linesAbove, ruleItems } from './rule-line.ts'

/** Styles the editor with the console's design tokens, which cover both colour schemes. */
export const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '24px', fontFeatureSettings: '"liga" 0, "calt" 0' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-gutters': { border: 'none', color: 'var(--text-3)', backgroundColor: 'var(--surface)', fontSize: '12px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 6px 0 0' },
  '.hap-changes': { width: '3px' },
  '.hap-changes .hap-changed': { backgroundColor: 'var(--focus)' },
  '.cm-gutter-lint': { width: '20px' },
  '.cm-gutter-lint .cm-gutterElement': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    padding: '0',
  },
  '.cm-foldGutter .cm-gutterElement': { width: '16px', cursor: 'pointer', color: 'var(--text-3)' },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-activeLineGutter': { color: 'var(--text)', backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '1.5px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in oklch, var(--focus) 28%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in oklch, var(--focus) 14%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selected)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--danger-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn-line)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selected)' },
  '.cm-foldPlaceholder': {
    margin: '0 8px',
    padding: '0 6px',
    border: '1px solid var(--line)',
    borderRadius: 'var(--r-2)',
    color: 'var(--text-2)',
    backgroundColor: 'var(--sunken)',
    font: 'var(--t-2xs)',
    cursor: 'pointer',
  },

  '.hap-plan': { fontWeight: 'var(--w-medium)' },
  '.hap-attribute': { color: 'var(--accent)' },
  '.hap-sign': { color: 'var(--text-3)' },
  '.hap-output': { color: 'var(--shared-fg)' },
  '.hap-key': { color: 'var(--text-2)' },
  '.hap-comment': { color: 'var(--text-3)' },

  '.cm-lintRange': { backgroundImage: 'none', textDecoration: 'underline wavy 1px', textUnderlineOffset: '4px' },
  '.cm-lintRange-error': { textDecorationColor: 'var(--danger)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warn)' },
  '.cm-lint-marker': { width: '10px', height: '10px', content: 'normal' },
  '.cm-lint-marker-error': {
    backgroundColor: 'var(--danger)',
    clipPath: 'polygon(30% 0, 70% 0, 100% 30%, 100% 70%, 70% 100%, 30% 100%, 0 70%, 0 30%)',
  },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--warn)', clipPath: 'polygon(50% 0, 100% 100%, 0 100%)' },
  '.cm-lintPoint:after': { display: 'none' },

  '.cm-tooltip': {
    maxWidth: 'min(560px, calc(100vw - 32px))',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r-3)',
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--shadow-menu)',
    font: 'var(--t-sm)',
    overflow: 'hidden',
  },
  '.cm-diagnostic': { padding: '6px 12px', borderLeft: 'none' },
  '.cm-diagnostic + .cm-diagnostic': { borderTop: '1px solid var(--line)' },
  '.cm-diagnosticAction': {
    height: 'var(--h-control-s)',
    margin: '4px 0 0 8px',
    padding: '0 8px',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r-3)',
    color: 'var(--text)',
    backgroundColor: 'transparent',
    font: 'var(--t-xs)',
    cursor: 'pointer',
  },
  '.cm-diagnosticAction:hover': { backgroundColor: 'var(--hover)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { maxHeight: '296px', padding: '4px', fontFamily: 'var(--mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '28px',
    padding: '0 8px',
    borderRadius: 'var(--r-2)',
    font: '12px/20px var(--mono)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--text)',
    backgroundColor: 'var(--selected)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 'var(--w-semibold)' },
  '.cm-completionDetail': { marginLeft: 'auto', color: 'var(--text-3)', font: 'var(--t-xs)' },
  '.hap-hover': { display: 'grid', gap: '2px', padding: '6px 12px' },
  '.hap-selector': { font: '12px/20px var(--mono)', overflowWrap: 'anywhere' },
  '.hap-command': { color: 'var(--text-2)', font: '12px/20px var(--mono)', overflowWrap: 'anywhere' },
  '.hap-copy': {
    justifySelf: 'start',
    padding: '0',
    border: '0',
    color: 'var(--accent)',
    backgroundColor: 'transparent',
    font: 'var(--t-xs)',
    cursor: 'pointer',
  },
  '.hap-note': { color: 'var(--text-2)', font: 'var(--t-xs)' },

  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--sunken)', font: 'var(--t-sm)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '8px 36px 8px 16px',
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search label': { display: 'flex', alignItems: 'center', gap: '4px', font: 'var(--t-xs)' },
  '.cm-panel.cm-search [name=close]': {
    top: '8px',
    right: '12px',
    width: '24px',
    height: '24px',
    color: 'var(--text-2)',
  },
  '.cm-textfield': {
    height: 'var(--h-control-s)',
    padding: '0 8px',
    border: '1px solid var(--line-control)',
    borderRadius: 'var(--r-3)',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    font: 'var(--t-xs)',
  },
  '.cm-button': {
    height: 'var(--h-control-s)',
    padding: '0 8px',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r-3)',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    font: 'var(--t-xs)',
  },
})

/** Highlights the visible lines: tokens of rules as on every page, keys and comments of YAML. */
export const ruleColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = colours(view)
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = colours(update.view)
    }
  },
  { decorations: plugin => plugin.decorations },
)

function colours({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const { doc } = state
  for (const { from, to } of visibleRanges) {
    const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number]
    const lines = Array.from({ length: last - first + 1 }, (_, place) => doc.line(first + place))
    const rules = ruleItems(
      lines.map(({ text }) => text),
      place => linesAbove(doc, lines[place] ?? { from: 0 }),
    )
    for (const [place, line] of lines.entries()) {
      for (const { kind, start, end } of lineParts(line.text, rules.has(place))) {
        if (end > start) builder.add(line.from + start, line.from + end, MARKS[kind])
      }
    }
  }
  return builder.finish()
}

const mark = (name: string) => Decoration.mark({ class: `hap-${name}` })

const MARKS = {
  plan: mark('plan'),
  attribute: mark('attribute'),
  value: mark('value'),
  output: mark('output'),
  sign: mark('sign'),
  key: mark('key'),
  comment: mark('comment'),
} as const
