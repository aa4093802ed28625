/** Bare these read as something else than a text, in YAML 1.1 or 1.2. */
const NOT_A_TEXT = /^(true|false|yes|no|on|off|y|n|null|~|[-+]?(\.inf|\d.*|\.\d.*|[._]+)|\.nan)$/i

/** Characters a bare text may have; all of a label's are among them. */
const PLAIN = /^[A-Za-z0-9_./][\w./+-]*$/

/** A text as YAML writes it: quoted where it would be read as something else. */
export function yamlText(value: string): string {
  return PLAIN.test(value) && (!NOT_A_TEXT.test(value) || UUID.test(value)) ? value : JSON.stringify(value)
}

/** Ids of global accounts are strings, even when they begin like a number. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
