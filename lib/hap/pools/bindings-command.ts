/** The command that lists the bindings of a namespace that a selector finds; every value of it is a legal label value. */
export function bindingsCommand(namespace: string, selector: string): string {
  return `kubectl get credentialsbindings,secretbindings -n ${namespace} -l '${selector}'`
}
