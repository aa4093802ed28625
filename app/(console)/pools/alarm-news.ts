/** Announcement for a changed set of alarms, given by pool names; empty without a change. */
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
