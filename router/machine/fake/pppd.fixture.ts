import { CommandFailed } from '../../errors.ts'

/** pppd in memory: what it was started with. Tests write its log, and end it. */
export function fakePppd(files: Map<string, string>, changed: (path: string) => void) {
  const running = new Map<number, { readonly options: string; readonly ended: Set<() => void> }>()
  let refusal: string | undefined
  let nextPid = 7000

  function end(pid: number): void {
    const process = running.get(pid)
    running.delete(pid)
    files.delete(`/proc/${pid}/cmdline`)
    for (const ended of process?.ended ?? []) ended()
  }

  return {
    start(argv: readonly string[]): void {
      if (refusal !== undefined) throw new CommandFailed(argv, 2, refusal)
      const pid = nextPid++
      running.set(pid, { options: files.get(argv[2] ?? '') ?? '', ended: new Set() })
      files.set(`/proc/${pid}/cmdline`, argv.join('\0'))
    },
    /** The processes that run now, each with its options file. */
    running,
    has: (pid: number): boolean => running.has(pid),
    /** Calls back at the process's end. */
    watch(pid: number, ended: () => void): Disposable {
      const process = running.get(pid)
      process?.ended.add(ended)
      return { [Symbol.dispose]: () => void process?.ended.delete(ended) }
    },
    end,
    /** From now on it does not start, for this reason; undefined: it does. */
    refuse(reason: string | undefined): void {
      refusal = reason
    },
    /** Appends lines to a log file. */
    log(path: string, ...lines: readonly string[]): void {
      files.set(path, `${files.get(path) ?? ''}${lines.map((line) => `${line}\n`).join('')}`)
      changed(path)
    },
  }
}
