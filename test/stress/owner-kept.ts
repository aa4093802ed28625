import { byBinding, type Finding, type History, stateOf, type Violation } from './history-facts.ts'

/**
 * An account loses its owner only by a release and a cleaning, or when no client knew of it and another client took it
 * out of its pool; and two bindings of one account have one owner.
 */
export function ownerKept(history: History): Finding {
  const found: Violation[] = []
  // A reverted selection may be repeated for the same claim: its client then learned of a later epoch.
  const acknowledgedFor = Map.groupBy(history.acknowledged, ({ id, binding }) => `${id} ${binding}`)
  let looked = 0
  for (const [name, versions] of byBinding(history)) {
    let before: ReturnType<typeof stateOf> | null = null
    for (const version of versions) {
      const now = stateOf(version)
      if (before?.tenantName != null) looked++
      if (before?.tenantName != null && now.tenantName !== before.tenantName && before.dirty === null) {
        const { epoch, selectedBy, internal } = before
        const acknowledgements = (acknowledgedFor.get(`${selectedBy} ${name}`) ?? []).filter(
          each => each.epoch <= epoch,
        )
        if (now.tenantName !== null || internal !== 'true' || acknowledgements.length > 0) {
          const by = `selected by ${selectedBy} in epoch ${epoch}, acknowledged ${acknowledgements.length} times, internal ${internal}`
          found.push({
            kind: 'two owners',
            detail: `${name} went from ${before.tenantName} to ${now.tenantName}: ${by}`,
          })
        }
      }
      if (before !== null && now.epoch < before.epoch)
        found.push({ kind: 'epoch went back', detail: `${name} from ${before.epoch} to ${now.epoch}` })
      before = now
    }
  }
  const owners = new Map<string, Map<string, string>>()
  for (const version of history.versions) {
    const { account, tenantName } = stateOf(version)
    const bindings = owners.get(account) ?? new Map<string, string>()
    owners.set(account, bindings)
    if (tenantName === null) bindings.delete(version.name)
    else bindings.set(version.name, tenantName)
    if (new Set(bindings.values()).size > 1)
      found.push({ kind: 'two owners', detail: `${account}: ${[...new Set(bindings.values())].join()}` })
  }
  return { found, looked }
}
