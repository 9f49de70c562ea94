import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUNDLE } from '../../bin/bundle.js'
import { missingPrograms } from '../../bin/packages.js'
import type { RequestedRight } from '../../router/model/plugins/installed/right.ts'
import { type Answer, type Call, callSocket, callWell } from '../contract/call.ts'
import type { Namespace } from '../home/namespace.ts'
import type { Program } from '../process/program.ts'
import { engineOf, loadImage } from './containers.ts'

const PROGRAM = join(BUNDLE, 'superd-main.js')

/** Whether containers cannot run here: an unprivileged user, or missing packages. */
export function lacksContainers(): boolean {
  const mapping = readFileSync('/proc/self/uid_map', 'utf8').trim()
  const needed = ['dockerd', 'docker-compose', 'git']
  return (
    !/^0\s+0\s+4294967295$/.test(mapping) || missingPrograms(['extra']).some(({ program }) => needed.includes(program))
  )
}

/** superd in a namespace, without a router. */
export class SuperdProgram {
  readonly data: string
  /** What superd reported without a call. */
  readonly notices: { readonly Kind: string; readonly ComposeFile: string; readonly Reason: string }[] = []
  readonly #namespace: Namespace
  readonly #flags: readonly string[]
  #program: Program | undefined

  constructor(namespace: Namespace, data: string, flags: readonly string[]) {
    this.#namespace = namespace
    this.data = data
    this.#flags = flags
  }

  get socket(): string {
    return join(this.data, 'state/plugins/superd/socket')
  }

  /** The socket of its container engine. */
  get engine(): string {
    return engineOf(this.data)
  }

  get program(): Program {
    if (!this.#program) throw new Error('superd has not been started')
    return this.#program
  }

  async start(): Promise<void> {
    const argv = [process.execPath, '--disable-warning=ExperimentalWarning', PROGRAM, '--data', this.data]
    this.#program = this.#namespace.start([...argv, '--router-version', '1.2.3', ...this.#flags], (line) => {
      if (line.startsWith('superd-notice ')) this.notices.push(JSON.parse(line.slice('superd-notice '.length)))
    })
    await this.#program.line('superd: ready')
  }

  /** Allows compose files with their confirmed rights, as the router does. */
  allow(entries: Readonly<Record<string, readonly Pick<RequestedRight, 'Service' | 'Text' | 'Kind'>[]>>): void {
    const list = Object.entries(entries).map(([Name, Rights]) => ({ ComposeFile: composeOf(Name), Name, Rights }))
    mkdirSync(join(this.data, 'state/plugins/superd'), { recursive: true })
    writeFileSync(join(this.data, 'state/plugins/superd/allowed.json'), JSON.stringify(list))
  }

  /** Loads the image that plugins of the lab are built from. */
  async loadImage(): Promise<void> {
    await this.call({ path: '/docker_info' })
    await loadImage(this.engine)
  }

  /** A call that succeeds. */
  call(call: Call): Promise<unknown> {
    return callWell(this.socket, call)
  }

  ask(call: Call): Promise<Answer> {
    return callSocket(this.socket, call)
  }
}

/** The compose file of a plugin that was cloned. */
export const composeOf = (name: string): string => `plugins/user/${name}/docker-compose.yml`
