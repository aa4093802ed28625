import { buildConsole } from '../../scripts/demo/build.ts'

/** Builds the console once, before the workers start it. */
export default function build(): void {
  buildConsole()
}
