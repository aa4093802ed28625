import type { Json } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'

/** A column of the Table representation. */
export interface Column {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  /** 0 = always shown, 1 = with `-o wide`. */
  readonly priority: number
  readonly cell: (object: KubeObject, now: Date) => Json
}
