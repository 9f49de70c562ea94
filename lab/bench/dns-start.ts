import { fileURLToPath } from 'node:url'
import type { Router } from '../guests/router.ts'
import type { Namespace } from '../home/namespace.ts'
import type { Program } from '../process/program.ts'
import { unwanted } from './dns-names.ts'
import type { DnsPeer } from './dns-servers.ts'
import { SERVER } from './stage.ts'
import type { Row } from './table.ts'

const READY = fileURLToPath(new URL('dns-ready.ts', import.meta.url))
export const OURS = '10.128.0.1'
export const LIST = `http://${SERVER}/list`
/** By then, memory that only the start needed is freed. */
const SETTLED_MS = 4_000

/** One of those that are measured, ours or another. */
export interface Server {
  readonly name: string
  readonly ip: string
  readonly port: number
  pid(): number
}

/** A server with its list, and what that took. */
export interface Begun {
  readonly name: string
  readonly server: Server
  readonly program: Program
  /** Memory that the list takes, over that of the same server without one. */
  readonly listMiB: number
  readonly readyMs: number
}

/** Starts ours without the list, and again with it. */
export async function beginOurs(router: Router): Promise<Begun> {
  const server: Server = { name: 'ours', ip: OURS, port: 53, pid: () => router.daemon.pid }
  const restart = async (): Promise<void> => {
    await router.kill()
    await router.start()
  }
  await restart()
  await settle()
  const empty = await memoryOf(router.namespace, server.pid())
  const first = ready(router.namespace, server)
  await router.api('/plugins/dns/block/blocklists', {
    URI: LIST,
    Enabled: true,
    Tags: [],
    Category: '',
    DontBlock: false,
  })
  await first
  await router.kill()
  const began = Date.now()
  const whenReady = ready(router.namespace, server)
  await router.start()
  const readyMs = (await whenReady) - began
  await settle()
  return {
    name: 'ours',
    server,
    program: router.daemon,
    readyMs,
    listMiB: (await memoryOf(router.namespace, server.pid())) - empty,
  }
}

/** Starts another server without the list, and again with it. */
export async function beginPeer(namespace: Namespace, peer: DnsPeer): Promise<Begun> {
  const without = peer.start(false)
  await settle()
  const empty = await memoryOf(namespace, without.pid)
  await without.stop()
  const began = Date.now()
  const program = peer.start(true)
  const server: Server = { name: peer.name, ip: OURS, port: peer.port, pid: () => program.pid }
  const readyMs = (await ready(namespace, server)) - began
  await settle()
  return { name: peer.name, server, program, readyMs, listMiB: (await memoryOf(namespace, program.pid)) - empty }
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SETTLED_MS))

/** When it first says of a name in the list that there is none. */
export async function ready(namespace: Namespace, { ip, port }: Server, name = unwanted(500_001)): Promise<number> {
  const argv = [process.execPath, READY, ip, `${port}`, name]
  return Number((await namespace.run(argv, { timeoutMs: 90_000 })).split('\n')[1])
}

/** The resident memory of a process, in MiB. */
export async function memoryOf(namespace: Namespace, pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+) kB/.exec(await namespace.run(['cat', `/proc/${pid}/status`]))?.[1]) / 1024
}

/** The figures of the start of ours beside those of another. */
export const beginnings = (ours: Begun, theirs: Begun): Row[] => [
  {
    what: `DNS, memory for a million names (beside ${theirs.name})`,
    ours: `${ours.listMiB.toFixed(0)} MiB`,
    peer: `${theirs.listMiB.toFixed(0)} MiB`,
    ratio: (ours.listMiB / theirs.listMiB).toFixed(2),
    aim: '≤ 32 MiB, < 1',
  },
  {
    what: `DNS, start until the list counts (beside ${theirs.name})`,
    ours: `${ours.readyMs} ms`,
    peer: `${theirs.readyMs} ms`,
    ratio: (ours.readyMs / theirs.readyMs).toFixed(2),
    aim: '< 1',
  },
]
