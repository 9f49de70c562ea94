import type { Machine } from '../machine/machine.ts'

/** Time for a program to end on request; after it, the program is killed. */
const END_TIMEOUT_MS = 5000
/** `daemon(3)` returns in the parent before the child has written its file. */
const FILE_TIMEOUT_MS = 5000

type ProgramMachine = Pick<
  Machine,
  'run' | 'watchProcess' | 'watchFile' | 'readFile' | 'removeFile' | 'makeDirectory' | 'clock'
>

/** A program that outlives this process. It writes the number of its process into a file. */
export interface Program {
  /** The process that runs now, checked by its arguments: its number may belong to another program by now. */
  running(): number | undefined
  /** Runs the program, which puts itself into the background. Returns its process; undefined without its file. Throws `CommandFailed`. */
  start(argv: readonly string[], timeoutMs: number): Promise<number | undefined>
  /** Ends it by `ask`, or else by a signal, and waits until it has ended. */
  end(ask: () => Promise<unknown>): Promise<void>
}

/** `argument` is one that no other program has, such as the path of its configuration. */
export function openProgram(machine: ProgramMachine, pidFile: string, argument: string): Program {
  const numberIn = (): number => Number(machine.readFile(pidFile)?.trim() || 0)
  const running = (): number | undefined => {
    const pid = numberIn()
    const argv = pid > 0 ? (machine.readFile(`/proc/${pid}/cmdline`) ?? '') : ''
    return argv.split('\0').includes(argument) ? pid : undefined
  }
  return {
    running,
    async start(argv, timeoutMs) {
      machine.removeFile(pidFile)
      const { promise: written, resolve } = Promise.withResolvers<void>()
      using _watched = machine.watchFile(pidFile, () => running() !== undefined && resolve())
      await machine.run(argv, { timeoutMs })
      if (running() === undefined) {
        using _late = machine.clock.after(FILE_TIMEOUT_MS, resolve)
        await written
      }
      return running()
    },
    async end(ask) {
      const pid = running()
      if (pid === undefined) return
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      using _watched = machine.watchProcess(pid, resolve)
      const kill = (): void => void machine.run(['kill', '-KILL', String(pid)]).catch(() => undefined)
      using _late = machine.clock.after(END_TIMEOUT_MS, kill)
      await ask().catch(kill)
      await ended
      machine.removeFile(pidFile)
    },
  }
}
