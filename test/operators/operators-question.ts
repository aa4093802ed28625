/** Questions to a process with operators, over the channel to its parent. It answers them one after the other. */
export type Question =
  | 'memory'
  /** The data of the operators page about the controllers. */
  | 'controllers'
  /** Downloads the kubeconfig of a request as an admin; the answer has only its size. */
  | { readonly download: string; readonly input: object }
  /** Writes a heap snapshot to a file. */
  | { readonly snapshot: string }
