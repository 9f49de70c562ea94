import { Invalid, Unavailable } from '../../errors.ts'
import { phrase } from '../../phrases/phrase.ts'
import type { SuperdMachine } from '../machine.ts'

interface Deps {
  readonly machine: Pick<SuperdMachine, 'outcome' | 'writeFile'>
  /** The socket of the engine. */
  readonly socket: string
  /** A directory for files of projects. */
  readonly directory: string
}

const BUILD_TIMEOUT_MS = 15 * 60_000
/** Of each step of a build. Package managers need more than the plugin itself. */
const BUILD_MEMORY_MIB = 1024
const TIMEOUT_MS = 3 * 60_000
const MOST_OUTPUT = 64 << 10

/** Runs Compose with files that superd has written. Throws `Invalid` with the last lines of its output. */
export interface Runner {
  build(project: string, file: string): Promise<void>
  /** Starts these services with those that they depend on; an empty list is all. */
  up(project: string, file: string, services: readonly string[]): Promise<void>
}

/** The command of Compose: `docker-compose`, or `docker compose` where there is only that. Undefined if there is none. */
export async function findCompose(machine: Pick<SuperdMachine, 'outcome'>): Promise<readonly string[] | undefined> {
  for (const command of [['docker-compose'], ['docker', 'compose']]) {
    const { code } = await machine.outcome([...command, 'version'], { input: '', timeoutMs: 30_000, mostBytes: 1000 })
    if (code === 0) return command
  }
  return undefined
}

export function openRunner({ machine, socket, directory }: Deps): Runner {
  let command: readonly string[] | undefined

  async function run(project: string, file: string, args: readonly string[], timeoutMs = TIMEOUT_MS): Promise<void> {
    command ??= await findCompose(machine)
    if (!command) throw new Unavailable(phrase('plugins.composeNotInstalled'))
    const path = `${directory}/${project}.json`
    machine.writeFile(path, file, 0o600)
    // Without the environment of superd, whose variables could change files and projects.
    const environment = [
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      `HOME=${directory}`,
      `DOCKER_HOST=unix://${socket}`,
      // BuildKit does not build in the network of a plugin.
      ...['DOCKER_BUILDKIT=0', 'COMPOSE_DOCKER_CLI_BUILD=0', 'COMPOSE_INTERACTIVE_NO_CLI=1'],
    ]
    const argv = ['env', '-i', ...environment, ...command, '--project-name', project, '--file', path, ...args]
    const { code, output } = await machine.outcome(argv, { input: '', timeoutMs, mostBytes: MOST_OUTPUT })
    if (code !== 0)
      throw new Invalid(phrase('machine.about', args[0] ?? '', reasonIn(output) || phrase('plugins.composeTooSlow')))
  }

  return {
    build: (project, file) =>
      run(project, file, ['build', '--force-rm', '--memory', `${BUILD_MEMORY_MIB}m`], BUILD_TIMEOUT_MS),
    up: (project, file, services) =>
      run(project, file, ['up', '--detach', '--no-build', '--remove-orphans', ...services]),
  }
}

/** The last lines of the output, without control characters. */
const reasonIn = (output: string): string =>
  output
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\p{Cc}\[[0-9;]*[A-Za-z]|\p{Cc}/gu, '').trim())
    .filter(Boolean)
    .slice(-4)
    .join('; ')
    .slice(-400)
