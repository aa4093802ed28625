import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { lineParts, linesAbove, ruleItems } from './rule-line.ts'

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
