import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'

interface Running {
  /** Its standard input: a text, or the contents of a file. */
  readonly input?: string
  readonly from?: string
  /** Whether its output is shown while it runs. */
  readonly isShown?: boolean
  readonly cwd?: string
}

/** Runs a program. Returns its standard output. Throws the last lines of its errors if it fails, or which package has it. */
export function runTool(argv: readonly string[], { input = '', from, isShown = false, cwd }: Running = {}): string {
  const [program = '', ...args] = argv
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    input,
    cwd,
    maxBuffer: 2 ** 26,
    stdio: [from === undefined ? 'pipe' : openSync(from, 'r'), 'pipe', isShown ? 'inherit' : 'pipe'],
    // Those of the administrator.
    env: { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` },
  })
  if (status === 0) return stdout
  const reason = error?.message ?? stderr?.trim().split('\n').slice(-3).join('\n') ?? ''
  throw new Error(`${program} failed${reason ? `: ${reason}` : ''}`)
}
