import type { Core } from '../../../core.ts'

const EVERY_MS = 60_000

type Deps = Pick<Core, 'clock' | 'onFailure'>

/** Runs checks of the machine once a minute. One that fails is reported when it begins to fail. */
export function watchHealth({ clock, onFailure }: Deps, checks: Readonly<Record<string, () => void>>): Disposable {
  const failing = new Set<string>()
  let timer: Disposable
  const run = (): void => {
    for (const [what, check] of Object.entries(checks)) {
      try {
        check()
        failing.delete(what)
      } catch (error) {
        if (!failing.has(what)) onFailure(`${what} could not be checked`, error)
        failing.add(what)
      }
    }
    timer = clock.after(EVERY_MS, run)
  }
  // Not during the start: listeners may still be missing.
  timer = clock.after(EVERY_MS, run)
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() }
}
