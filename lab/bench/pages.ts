import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../process/place.ts'
import { httpRow, inTurn, openPeer } from './http-turns.ts'
import { openStage, routeOurs } from './stage.ts'
import type { Row } from './table.ts'

const PEER = fileURLToPath(new URL('bytes-server.ts', import.meta.url))
const CONNECTIONS = 50
const PAGE = 'docs/guides/firewall'

/** A page of the documentation from a whole router, beside a bare node:http server that sends the same bytes. */
export async function benchPages(): Promise<Row[]> {
  const site = join(ROOT, 'site/dist')
  if (!existsSync(join(site, 'served.json'))) {
    console.log('the documentation could not be built: there are no rows of it')
    return []
  }
  const router = await routeOurs(await openStage('pages'), 'pages')
  const { namespace } = router
  const rows: Row[] = []
  for (const [coding, ending] of [
    ['', ''],
    ['gzip', '.gz'],
  ]) {
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ...(coding && { 'Content-Encoding': coding }) }
    await using peer = await openPeer(namespace, [PEER], { file: join(site, `pages/${PAGE}.html${ending}`), headers })
    const call = {
      method: 'GET',
      path: `/pages/${PAGE}`,
      headers: { ...(coding && { 'Accept-Encoding': coding }) },
      body: '',
      connections: CONNECTIONS,
    } as const
    const turns = () => inTurn(namespace, call, { ours: 80, peer: peer.port })
    // The first call reads the site, and V8 compiles the code during the first thousands.
    await turns()
    const [ours, theirs] = await turns()
    rows.push(httpRow(`a page of the documentation${coding && `, ${coding}`}`, ours, theirs, '≥ 0.8'))
  }
  await router.daemon.stop()
  return rows
}
