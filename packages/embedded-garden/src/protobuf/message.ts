/** How a field of a message becomes a value of JSON. `counter` is a number that is always on the wire and left out when it is 0. */
export type FieldType =
  | 'text'
  | 'base64'
  | 'flag'
  | 'number'
  | 'counter'
  | 'time'
  | 'microTime'
  | 'quantity'
  | 'rawJson'
  | Message

interface MessageField {
  readonly name: string
  readonly type: FieldType
  readonly repeats: 'once' | 'list' | 'map'
}

/** Fields by their number. */
export type Message = Readonly<Record<number, MessageField>>

export function one(name: string, type: FieldType = 'text'): MessageField {
  return { name, type, repeats: 'once' }
}

export function list(name: string, type: FieldType = 'text'): MessageField {
  return { name, type, repeats: 'list' }
}

export function map(name: string, type: FieldType = 'text'): MessageField {
  return { name, type, repeats: 'map' }
}
