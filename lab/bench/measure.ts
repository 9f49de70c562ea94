import { cpus, totalmem } from 'node:os'
import { settleInside } from '../process/inside.ts'
import { benchAlerts } from './alerts.ts'
import { benchApi } from './api.ts'
import { benchApp } from './app.ts'
import { benchFirstLoad } from './app-load.ts'
import { benchDhcp } from './dhcp.ts'
import { benchDns } from './dns.ts'
import { benchDnsLog } from './dnslog.ts'
import { benchDrift } from './drift.ts'
import { benchDrops } from './drops.ts'
import { benchEventLoad } from './eventload.ts'
import { benchEventStore } from './eventstore.ts'
import { benchForwarding } from './forwarding.ts'
import { benchMemory } from './memory.ts'
import { benchMulticast } from './multicast.ts'
import { benchPages } from './pages.ts'
import { benchPfwRules } from './pfwrules.ts'
import { benchPlugins } from './plugins.ts'
import { benchPolicies } from './policies.ts'
import { benchStart } from './restart.ts'
import { benchRules } from './rules.ts'
import { benchSearch } from './search.ts'
import { benchSite } from './site.ts'
import { printRows, type Row } from './table.ts'
import { benchTrafficYear } from './trafficyear.ts'
import { benchTurns } from './turns.ts'
import { benchVpn } from './vpn/vpn.ts'
import { benchWrites } from './writes.ts'

/** Events: alert rules, the event store, and what storing them costs the rest of the daemon. */
const benchEvents = async (): Promise<Row[]> => [
  ...(await benchAlerts()),
  ...(await benchEventStore()),
  ...(await benchEventLoad()),
]

const BENCHES: Record<string, () => Promise<Row[]>> = {
  forwarding: benchForwarding,
  policies: benchPolicies,
  rules: benchRules,
  pfwrules: benchPfwRules,
  drift: benchDrift,
  events: benchEvents,
  dhcp: benchDhcp,
  dns: benchDns,
  dnslog: benchDnsLog,
  api: benchApi,
  plugins: benchPlugins,
  turns: benchTurns,
  traffic: benchTrafficYear,
  app: benchApp,
  load: benchFirstLoad,
  search: benchSearch,
  pages: benchPages,
  site: benchSite,
  start: benchStart,
  memory: benchMemory,
  multicast: benchMulticast,
  vpn: benchVpn,
  drops: benchDrops,
  writes: benchWrites,
}

await settleInside()
const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !Object.hasOwn(BENCHES, name))
if (unknown.length > 0)
  throw new Error(
    `no such measurement: ${unknown.join(', ')}; there are ${[...Object.keys(BENCHES), 'radio'].join(', ')}`,
  )

console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
)
console.log('Compare within a row: both sides were measured in the same run, in turn.\n')
const rows: Row[] = []
for (const [name, measure] of Object.entries(BENCHES)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`measuring ${name} …`)
  rows.push(...(await measure()))
}
printRows(rows)
process.exit(0)
