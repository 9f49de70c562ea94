import type { Clock } from '../../../machine/machine.ts'
import type { HistoryDatabase } from '../../../store/history.ts'

export interface PageViews extends Disposable {
  /** How often each path was opened. */
  readonly counts: ReadonlyMap<string, number>
  count(path: string): void
}

/** A reader who goes through pages costs one write, not one for each. */
const SAVE_MS = 60_000

/** Plain counts by path, written to the disk a minute later. Callers must pass paths of pages only. */
export function openPageViews({
  history,
  clock,
}: {
  history: Pick<HistoryDatabase, 'keyValueLog'>
  clock: Clock
}): PageViews {
  const saved = history.keyValueLog('pageviews')
  const counts = new Map([...read(() => saved.read())].map(([path, text]) => [path, Number(text) || 0]))
  const changed = new Map<string, string>()
  let timer: Disposable | undefined

  const save = (): void => {
    timer = undefined
    saved.change(changed)
    changed.clear()
  }

  return {
    counts,
    count(path) {
      const next = (counts.get(path) ?? 0) + 1
      counts.set(path, next)
      changed.set(path, String(next))
      timer ??= clock.after(SAVE_MS, save)
    },
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]()
      if (changed.size > 0) save()
    },
  }
}

function read(saved: () => Map<string, string>): Map<string, string> {
  try {
    return saved()
  } catch {
    // What is wrong with the disk was said when the history was opened: it is counted from nothing.
    return new Map()
  }
}
