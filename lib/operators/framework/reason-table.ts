/** Which reasons each condition of a kind may have. */
export type ReasonTable = Readonly<Record<string, readonly string[]>>

/** Types of conditions of a kind. */
export type TypeOf<Table extends ReasonTable> = keyof Table & string

/** Reasons of one condition, or of all of a kind. */
export type ReasonOf<Table extends ReasonTable, Type extends TypeOf<Table> = TypeOf<Table>> = Table[Type][number]
