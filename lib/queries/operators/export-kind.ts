import { chosenFields } from '../export/chosen-fields.ts'
import type { Exported, ExportRequest } from '../export/export-list.ts'
import { inParts } from '../export/in-parts.ts'
import { rowsFile } from '../export/rows-file.ts'
import { selectItems } from '../list-window.ts'
import { incompleteReason, kindState } from './kind-state.ts'
import type { KindListing } from './list-kind.ts'

/** The file of a list of custom resources; there is none before all of them are read. */
export function exportKind<Item extends object>(
  { objects, kind, items, list }: KindListing<Item>,
  { cols, format, ...search }: ExportRequest,
): Exported {
  const { found, errors } = selectItems(items, search, list)
  const [error] = errors
  if (error) return { refused: error.message }
  const chosen = chosenFields(cols, list.shows)
  if ('refused' in chosen) return chosen
  const reason = incompleteReason(kindState(objects, kind))
  if (reason !== null) return { refused: reason, later: true }
  return { parts: rowsFile(inParts(found), { format, columns: list.columns, toJson: list.toRow, ...chosen }) }
}
