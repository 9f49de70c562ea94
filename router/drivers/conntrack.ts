import type { Flow } from '../compiler/permits.ts'
import { CommandFailed } from '../errors.ts'
import type { Machine } from '../machine/machine.ts'

/**
 * End the tracked connections from and to these addresses that may not go on. The ruleset lets through what belongs to a
 * connection that it once admitted; so when a permission is lost the connection has to go too.
 */
export async function cut(
  machine: Pick<Machine, 'run'>,
  addresses: readonly string[],
  mayGoOn: (flow: Flow) => boolean,
): Promise<void> {
  const flows = new Map<string, Flow>()
  for (const ip of addresses)
    for (const side of ['--orig-src', '--orig-dst'])
      for (const flow of await listFlows(machine, side, ip)) flows.set(JSON.stringify(flow), flow)
  for (const flow of flows.values()) if (!mayGoOn(flow)) await remove(machine, flow)
}

async function listFlows(machine: Pick<Machine, 'run'>, side: string, ip: string): Promise<Flow[]> {
  const listed = await machine.run(['conntrack', '-L', '-f', 'ipv4', side, ip])
  return listed.split('\n').flatMap((line) => parseFlow(line) ?? [])
}

/** `tcp 6 431999 ESTABLISHED src=… dst=… sport=… dport=… src=… …`: the first of each is the opener's. */
export function parseFlow(line: string): Flow | undefined {
  const [protocol = ''] = line.split(' ', 1)
  const first = (name: string): string | undefined => new RegExp(` ${name}=(\\S+)`).exec(line)?.[1]
  const source = first('src')
  const destination = first('dst')
  const port = first('dport')
  if (!source || !destination) return undefined
  return { source, destination, protocol, port: port === undefined ? undefined : Number(port) }
}

async function remove(machine: Pick<Machine, 'run'>, { source, destination, protocol, port }: Flow): Promise<void> {
  const ports = port === undefined ? [] : ['--orig-port-dst', String(port)]
  try {
    await machine.run(['conntrack', '-D', '-f', 'ipv4', '-p', protocol, '-s', source, '-d', destination, ...ports])
  } catch (error) {
    // It ended by itself in the meantime: conntrack says so with status 1.
    if (!(error instanceof CommandFailed) || error.exitCode !== 1) throw error
  }
}
