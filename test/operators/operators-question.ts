/** What a process with operators is asked over the channel to who started it. It answers one after the other. */
export type Question =
  | 'memory'
  /** What the page of the operators tells of the controllers. */
  | 'controllers'
  /** The kubeconfig of a request, as an admin gets it; answers with its size alone. */
  | { readonly download: string; readonly input: object }
  /** Writes what is in its memory to a file. */
  | { readonly snapshot: string }
