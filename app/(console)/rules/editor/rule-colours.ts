import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { lineParts, ruleItems } from './rule-line.ts'

/** Colours the lines in sight: rules by the tokens every page shows them in, keys and comments of YAML. */
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
  const lineAt = (number: number) => state.doc.line(number).text
  for (const { from, to } of visibleRanges) {
    const last = state.doc.lineAt(to).number
    const rules = ruleItems(lineAt, state.doc.lineAt(from).number, last)
    for (let number = state.doc.lineAt(from).number; number <= last; number++) {
      const line = state.doc.line(number)
      for (const { kind, start, end } of lineParts(line.text, rules.has(number))) {
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
