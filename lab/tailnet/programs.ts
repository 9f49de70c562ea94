import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'

const PLUGIN = join(ROOT, 'plugins/tailscale')
const NETWORK = join(ROOT, 'lab/tailnet/network')

/** The line of the plugin's Dockerfile that builds tailscaled. */
export const BUILD_LINE = /^RUN CGO_ENABLED=0 (go install .*)$/m

export const dockerfile = (): string => readFileSync(join(PLUGIN, 'Dockerfile'), 'utf8')

/** The command of that line, as a list of arguments. */
function buildCommand(): string[] {
  const command = BUILD_LINE.exec(dockerfile())?.[1]
  if (command === undefined) throw new Error('the Dockerfile does not build tailscaled')
  return command.split(' ')
}

/** Programs of the lab's tailnet. */
export interface TailnetPrograms {
  /** As the plugin's Dockerfile builds it. */
  readonly tailscaled: string
  /** The control server and the relay (lab/tailnet/network). */
  readonly network: string
}

/** Where the programs are, or will be: by the content that they are built from. */
export function tailnetPrograms(): TailnetPrograms {
  const sources = ['main.go', 'go.mod', 'go.sum'].map((name) => readFileSync(join(NETWORK, name)))
  const digest = sources.reduce(
    (hash, source) => hash.update(source),
    createHash('sha256').update(buildCommand().join(' ')),
  )
  const directory = join(ROOT, '.sallyport/tailnet', digest.digest('hex').slice(0, 12))
  return { tailscaled: join(directory, 'tailscaled'), network: join(directory, 'network') }
}

/** Builds what is missing, from the Go module proxy: minutes the first time. Throws if Go is missing or too old. */
export function buildTailnetPrograms(): void {
  const { tailscaled, network } = tailnetPrograms()
  const directory = join(tailscaled, '..')
  mkdirSync(directory, { recursive: true })
  const env = { ...process.env, CGO_ENABLED: '0', GOBIN: directory, GOFLAGS: '-buildvcs=false' }
  const go = ([program = '', ...args]: readonly string[], cwd: string) =>
    execFileSync(program, args, { cwd, env, stdio: 'inherit' })
  if (!existsSync(tailscaled)) go(buildCommand(), directory)
  if (!existsSync(network)) go(['go', 'build', '-trimpath', '-o', network, '.'], NETWORK)
}
