interface HealthAnswer {
  readonly status: 200 | 503
  readonly body: object
  readonly words: string
}

/** The body as JSON, or in words to who asks for text, as browsers do. */
export function answerHealth({ headers }: Request, { status, body, words }: HealthAnswer): Response {
  const wantsText = /^text\//.test(headers.get('accept') ?? '')
  const common = { 'cache-control': 'no-store', vary: 'accept' }
  return wantsText
    ? new Response(words, { status, headers: { ...common, 'content-type': 'text/plain; charset=utf-8' } })
    : Response.json(body, { status, headers: common })
}
