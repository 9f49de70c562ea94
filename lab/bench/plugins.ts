import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { basic } from '../contract/call.ts'
import type { Router } from '../guests/router.ts'
import { httpRow, inTurn, openPeer } from './http-turns.ts'
import { dataOf, openStage, residentMiB, routeOurs } from './stage.ts'
import type { Row } from './table.ts'

const PEER = fileURLToPath(new URL('peer.ts', import.meta.url))
const CONNECTIONS = 8
const IDLE_PLUGINS = 20

/** Responses of a plugin by size. */
const SIZES = { '200 bytes': 200, '64 KiB': 64 << 10, '4 MiB': 4 << 20 } as const

/** A plugin called through the API, beside the same plugin called on its socket; and what idle plugins cost the daemon. */
export async function benchPlugins(): Promise<Row[]> {
  const router = await routeOurs(await openStage('ours'), 'plugins')
  // What the calls themselves cost is there before the memory of the plugins is measured.
  await addIdle(router)
  for (let i = 0; i < IDLE_PLUGINS; i++) await router.api(`/plugins_api/idle-${i}`, {}, 'DELETE')
  const before = await residentMiB(router)
  await addIdle(router)
  const idle = (await residentMiB(router)) - before

  const directory = join(dataOf(router), 'state/plugins/bench')
  mkdirSync(directory, { recursive: true })
  const socket = join(directory, 'socket')
  const answers = Object.values(SIZES).map((size) => [`GET /${size}`, { text: JSON.stringify('x'.repeat(size)) }])
  await router.api('/plugins_api/bench', { Name: 'bench', URI: 'bench', Enabled: true })
  await using _plugin = await openPeer(router.namespace, [PEER], Object.fromEntries(answers), socket)
  const headers = { Authorization: basic(router.login) }
  const rows: Row[] = []
  for (const [what, size] of Object.entries(SIZES)) {
    const call = { method: 'GET', body: '', headers, connections: CONNECTIONS } as const
    const [ours, theirs] = await inTurn(router.namespace, call, {
      ours: { at: 80, path: `/plugins/bench/${size}` },
      peer: { at: socket, path: `/${size}` },
    })
    rows.push(httpRow(`plugin that answers with ${what}, through the API and directly`, ours, theirs, '≥ 0.7'))
  }
  await router.daemon.stop()
  return [
    ...rows,
    {
      what: `memory of ${IDLE_PLUGINS} idle plugins in the daemon`,
      ours: `${idle.toFixed(1)} MiB`,
      peer: '',
      ratio: '',
      aim: '≤ 5 MiB',
    },
  ]
}

async function addIdle(router: Router): Promise<void> {
  for (let i = 0; i < IDLE_PLUGINS; i++)
    await router.api(`/plugins_api/idle-${i}`, { Name: `idle-${i}`, URI: `idle-${i}`, Enabled: true })
}
