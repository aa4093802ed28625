import { byBinding, type Finding, type History, stateOf, type Violation } from './history-facts.ts'

/**
 * An owner goes only when the account was given back and cleaned, or when nobody was told of it and somebody took it out of its pool;
 * and two bindings of one account have one owner.
 */
export function ownerKept(history: History): Finding {
  const found: Violation[] = []
  // What was taken back may be selected anew for the same claim: a client that is told then was told of a later epoch.
  const toldOf = Map.groupBy(history.acknowledged, ({ id, binding }) => `${id} ${binding}`)
  let looked = 0
  for (const [name, versions] of byBinding(history)) {
    let before: ReturnType<typeof stateOf> | null = null
    for (const version of versions) {
      const now = stateOf(version)
      if (before?.tenantName != null) looked++
      if (before?.tenantName != null && now.tenantName !== before.tenantName && before.dirty === null) {
        const { epoch, selectedBy, internal } = before
        const told = (toldOf.get(`${selectedBy} ${name}`) ?? []).filter(each => each.epoch <= epoch)
        if (now.tenantName !== null || internal !== 'true' || told.length > 0) {
          const by = `selected by ${selectedBy} in epoch ${epoch}, told ${told.length} times, internal ${internal}`
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
