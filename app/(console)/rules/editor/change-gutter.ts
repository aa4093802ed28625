import type { Extension } from '@codemirror/state'
import { GutterMarker, gutter } from '@codemirror/view'
import type { EditorFacts } from './editor-facts.ts'
import { NewLines } from './new-lines.ts'

const NEW = new (class extends GutterMarker {
  override elementClass = 'hap-changed'
})()

/** Marks the lines that the rules in force do not have. */
export function changeGutter(facts: EditorFacts): Extension {
  const lines = new NewLines(() => facts.known.text)
  return gutter({
    class: 'hap-changes',
    lineMarker: ({ state }, { from }) => (lines.has(state.doc.lineAt(from).text) ? NEW : null),
    lineMarkerChange: () => lines.outdated,
  })
}
