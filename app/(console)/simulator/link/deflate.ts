/** More is not read out of a few characters, whoever wrote them. */
const MOST_BYTES = 200_000

/** Packs a text as zlib does, with a checksum. */
export async function deflate(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Unpacks a text. Out: as much as could be read, and whether that is all of it; never throws. */
export async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<{ text: string; whole: boolean }> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    while (text.length < MOST_BYTES) {
      const { done, value } = await reader.read()
      if (done) return { text: text + decoder.decode(), whole: true }
      text += decoder.decode(value, { stream: true })
    }
    void reader.cancel().catch(() => {})
  } catch {
    // It was cut or damaged; what came before counts.
  }
  return { text, whole: false }
}
