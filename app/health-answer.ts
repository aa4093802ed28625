interface HealthAnswer {
  readonly status: 200 | 503
  readonly body: object
  readonly words: string
}

/** Answers health as JSON, or as text to clients that accept text, such as browsers. */
export function answerHealth({ headers }: Request, { status, body, words }: HealthAnswer): Response {
  const wantsText = /^text\//.test(headers.get('accept') ?? '')
  const common = { 'cache-control': 'no-store', vary: 'accept' }
  return wantsText
    ? new Response(words, { status, headers: { ...common, 'content-type': 'text/plain; charset=utf-8' } })
    : Response.json(body, { status, headers: common })
}
