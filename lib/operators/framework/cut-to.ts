/** A text of at most so many bytes of UTF-8; a longer one loses its end, and says so by "…". */
export function cutTo(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  const kept = Buffer.from(text).subarray(0, bytes - Buffer.byteLength('…'))
  // A character that was cut through goes whole.
  return `${new TextDecoder().decode(kept, { stream: true })}…`
}
