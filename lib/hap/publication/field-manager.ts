/** Who owns a field of an object in Kubernetes, as server-side apply keeps it. */
export interface FieldManager {
  readonly name: string
  /** `Apply`: it says what has to be there, again and again. `Update`: it wrote once. */
  readonly operation: 'Apply' | 'Update'
}

/** Name of the console as a field manager. */
export const CONSOLE_MANAGER = 'hap-console'

/**
 * Programs that keep an object as a file or a repository says without server-side apply, by their usual names: `kubectl apply`, Argo CD,
 * Flux, Helm, Rancher Fleet, Terraform, Pulumi.
 */
const KEEPERS = /^kubectl-client-side-apply$|argo|flux|kustomize|helm|fleet|terraform|pulumi/i

/** Whether a manager would put its own text back, so that writing over it leads nowhere. Others wrote by hand. */
export function isKeeper({ name, operation }: FieldManager): boolean {
  return name !== CONSOLE_MANAGER && (operation === 'Apply' || KEEPERS.test(name))
}
