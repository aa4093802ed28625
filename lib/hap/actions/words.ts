import type { AccountCluster } from '../lifecycle/account-clusters.ts'

/** `1 cluster`, `3 clusters`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** The obstacle that clusters of an account are, as a sentence. */
export function inUse(clusters: readonly AccountCluster[]): string {
  const running = clusters.filter(({ shoot }) => shoot !== null).length
  const announced = clusters.length - running
  const use = `${counted(running, 'cluster')} still ${running === 1 ? 'uses' : 'use'} this account`
  const comes = `${counted(announced, 'cluster')} ${announced === 1 ? 'is' : 'are'} about to be placed on`
  if (announced === 0) return `${use}.`
  return running === 0 ? `${comes} this account.` : `${use}, and ${comes} it.`
}

/** `a`, `a and b`, `a, b and 3 more`. */
export function listed(names: readonly string[]): string {
  if (names.length <= 2) return names.join(' and ')
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
}

/** Said of an action that is written while the shoots are still being checked. */
export const CHECKING =
  'The console is still checking all shoots: if a cluster arrived at the same moment, it takes the change back.'
