/** What to say when other pools raise an alarm than before, each by its name; empty when the same do. */
export function alarmNews(before: readonly string[], now: readonly string[]): string {
  const raised = now.filter(name => !before.includes(name))
  const ended = before.filter(name => !now.includes(name))
  return [
    raised.length > 0 && `Alarm: ${raised.join(', ')} ${raised.length === 1 ? 'is' : 'are'} low.`,
    ended.length > 0 && `Alarm cleared: ${ended.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
