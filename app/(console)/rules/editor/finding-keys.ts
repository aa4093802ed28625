import { forEachDiagnostic, nextDiagnostic, previousDiagnostic } from '@codemirror/lint'
import { type Command, EditorView } from '@codemirror/view'

/** Goes to the next finding, and has it read out. */
export const nextFinding: Command = view => nextDiagnostic(view) && readOut(view)

export const previousFinding: Command = view => previousDiagnostic(view) && readOut(view)

/** What is said of the selected text, for who does not see it. */
function readOut(view: EditorView): true {
  const { from, to } = view.state.selection.main
  const words: string[] = []
  forEachDiagnostic(view.state, ({ severity, message }, start, end) => {
    if (start === from && end === to) words.push(`${severity}: ${message}`)
  })
  view.dispatch({ effects: EditorView.announce.of(words.join(' ')) })
  return true
}
