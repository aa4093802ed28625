/** A function that answers the last question again without computing it: several parts of the page ask the same. */
export function lastAnswer<Asked extends readonly unknown[], Answer>(
  compute: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  let last: { readonly asked: Asked; readonly answer: Answer } | null = null
  return (...asked) => {
    if (last === null || last.asked.some((one, place) => one !== asked[place]))
      last = { asked, answer: compute(...asked) }
    return last.answer
  }
}
