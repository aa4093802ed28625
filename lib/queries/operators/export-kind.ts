import { type ColumnFields, chosenFields } from '../export/chosen-fields.ts'
import type { Exported, ExportRequest } from '../export/export-list.ts'
import { inParts } from '../export/in-parts.ts'
import { type ExportColumn, rowsFile } from '../export/rows-file.ts'
import { type ListShape, selectItems } from '../list-window.ts'
import { incompleteReason, kindState } from './kind-state.ts'
import type { OperatorKind, OperatorObjects } from './operator-objects.ts'

interface KindFile<Row extends object> {
  /** Null without a control plane. */
  readonly objects: OperatorObjects | null
  readonly kind: OperatorKind
  readonly rows: Iterable<Row>
  readonly shape: ListShape<Row>
  readonly columns: readonly ExportColumn<Row>[]
  readonly shows: ColumnFields
}

/** The file of a list of custom resources; what has not all been read makes none. */
export function exportKind<Row extends object>(
  { objects, kind, rows, shape, columns, shows }: KindFile<Row>,
  request: ExportRequest,
): Exported {
  const { found, errors } = selectItems(rows, request, shape)
  const [error] = errors
  if (error) return { refused: error.message }
  const chosen = chosenFields(request.cols, shows)
  if ('refused' in chosen) return chosen
  const reason = incompleteReason(kindState(objects, kind))
  if (reason !== null) return { refused: reason, later: true }
  return {
    parts: rowsFile(inParts(found), { format: request.format, columns, ...chosen }),
  }
}
