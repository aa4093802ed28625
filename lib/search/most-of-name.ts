/** Characters of a name that are looked for; Kubernetes allows none longer than 253. */
export const MOST_OF_NAME = 256
