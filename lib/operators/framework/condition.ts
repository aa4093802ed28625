/** A standard condition of a Kubernetes object (metav1.Condition). */
export interface Condition<Type extends string = string, Reason extends string = string> {
  readonly type: Type
  readonly status: 'True' | 'False' | 'Unknown'
  /** Generation of the spec that this was said about. */
  readonly observedGeneration?: number
  /** When `status` changed last. RFC 3339. */
  readonly lastTransitionTime: string
  /** One CamelCase word of a list, for machines. */
  readonly reason: Reason
  /** For people: what is, and what to do. Never a text of a server, but where it is mirrored. */
  readonly message: string
}
