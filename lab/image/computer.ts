import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../process/program.ts'
import { until } from '../process/until.ts'
import { LAN, type Machine } from './machine.ts'
import { PASSWORD } from './setup.ts'

/** The computer of the household, which is this machine, at the link `LAN`. */

export const ROUTER = '192.168.2.1'
/** Under emulation, a start takes minutes. */
export const START_MS = 1_200_000

/** For udhcpc(8): the address and the route of the lease. */
const LEASE_SCRIPT = `#!/bin/sh
[ "$1" = bound ] || exit 0
ip addr flush dev "$interface"
ip addr add "$ip/$mask" dev "$interface"
ip route replace default via "$router"
`

/** Makes a request of the API, as the administrator unless `isAnonymous`. */
export function askRouter(path: string, { isAnonymous = false, body }: RequestOptions = {}): Promise<Response> {
  const credentials = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`
  return fetch(`http://${ROUTER}${path}`, {
    method: body === undefined ? 'GET' : 'PUT',
    // The router closes idle connections, which a request would find broken.
    headers: { Connection: 'close', ...(isAnonymous ? {} : { Authorization: credentials }) },
    signal: AbortSignal.timeout(20_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

interface RequestOptions {
  readonly isAnonymous?: boolean
  /** Of a PUT request. */
  readonly body?: unknown
}

/** Waits until the computer has an address of the router, and the API answers `GET /setup` with this status. */
export async function waitForRouter(machine: Machine, status: number, folder: string): Promise<void> {
  await until('an address from the router', () => machine.isRunning() && isLeased(folder), START_MS)
  await until(
    `status ${status} of the router`,
    () =>
      askRouter('/setup', { isAnonymous: true }).then(
        (reply) => reply.status === status,
        () => false,
      ),
    START_MS,
  )
}

async function isLeased(folder: string): Promise<boolean> {
  const script = join(folder, 'lease')
  writeFileSync(script, LEASE_SCRIPT, { mode: 0o755 })
  return await run(['busybox', 'udhcpc', '-i', LAN, '-n', '-q', '-f', '-t', '5', '-T', '2', '-s', script]).then(
    () => true,
    () => false,
  )
}
