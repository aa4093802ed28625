/** Why the console does not start; `message` is for the terminal and says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
