import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { hookText, ruleText, setText } from '../drivers/nft/syntax.ts'
import type {
  CustomInterfaceRule,
  Endpoint,
  ForwardingBlockRule,
  ForwardingRule,
} from '../model/firewall/config/configrule.ts'
import { RuleInput } from '../model/firewall/rules/pfwrule.ts'
import { type Device, emptyDevice } from '../model/home/devices/device.ts'
import { emptyGroup } from '../model/home/groups/group.ts'
import type { InterfaceConfig } from '../model/internet/links/interface.ts'
import { KeptPlugin } from '../model/plugins/installed/plugin.ts'
import { openMemoryFacts } from '../store/memory.fixture.ts'
import { formatSubnet } from '../values/subnet.ts'
import { compile } from './compile.ts'
import { rulesetOf } from './firewall/ruleset.ts'
import type { Network } from './network.ts'

/** The facts of a home. Missing ones are as in an empty home. */
interface Home {
  readonly says: string
  readonly nets?: string[]
  readonly interfaces: InterfaceConfig[]
  readonly groups?: { Name: string; Disabled?: boolean }[]
  readonly customInterfaces?: CustomInterfaceRule[]
  readonly forwards?: ForwardingRule[]
  readonly forwardBlocks?: ForwardingBlockRule[]
  readonly endpoints?: Endpoint[]
  /** Rules of the programmable firewall. All of them hold. */
  readonly pfwRules?: { Name: string }[]
  /** Plugins with their networks. */
  readonly plugins?: object[]
  readonly uplink?: { link: string; address: string; router: string }
  readonly devices: (Partial<Device> & { MAC: string; at?: string; station?: string })[]
  readonly network: unknown
}

async function factsOf(home: Home) {
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    if (home.nets) draft.set('subnet', { TinyNets: home.nets, LeaseTime: '24h0m0s' })
    for (const link of home.interfaces) draft.interfaces.put(link.Name, link)
    for (const group of home.groups ?? []) draft.groups.put(group.Name, { ...emptyGroup(group.Name), ...group })
    const { uplink } = home
    if (uplink) draft.uplinkLeases.put(uplink.link, { ...uplink, routes: [] })
    for (const table of ['customInterfaces', 'forwards', 'forwardBlocks', 'endpoints'] as const)
      home[table]?.forEach((rule, nth) => void draft[table].put(String(nth), rule as never))
    home.pfwRules?.forEach((input, Order) => {
      const rule = RuleInput.parse(input)
      draft.pfwRules.put(rule.Name, { ...rule, Id: rule.Name, Order, Skips: [], Number: 0 })
      draft.pfwStates.put(rule.Name, { id: rule.Name, holds: true, until: undefined, skipped: [] })
    })
    for (const plugin of home.plugins ?? []) {
      const row = KeptPlugin.parse({ Rights: [], Revision: '', TokenKey: '', ...plugin })
      draft.plugins.put(row.Name, row)
    }
    for (const { at, station, ...device } of home.devices) {
      draft.devices.put(device.MAC, { ...emptyDevice(), ...device })
      if (station) draft.stations.put(device.MAC, { mac: device.MAC, link: station })
      if (at && device.RecentIP)
        draft.leases.put(device.MAC, { mac: device.MAC, link: at, ip: device.RecentIP, hostName: '', expiresAt: 0 })
    }
  })
  return facts
}

/** A short, readable form of the Network: one line for what each member opens. */
function summary({ frame, members }: Network): unknown {
  return {
    lanIp: frame.lanIp,
    nets: frame.nets.map(formatSubnet),
    uplinks: frame.uplinks.map(
      ({ link, dhcp, address }) => `${link} ${dhcp ? 'dhcp' : 'static'} ${address ?? 'no address yet'}`,
    ),
    wired: frame.wired,
    groups: frame.groups.map(({ name, enabled }) => (enabled ? name : `${name} (off)`)),
    members: Object.fromEntries(
      [...members].map(([identity, { place, admissions, dnsClient, names }]) => [
        identity,
        {
          place: place ? `${place.ip} behind ${place.routerIp} on ${place.link}` : 'nowhere',
          doors: admissions
            .filter(({ map }) => !map.includes('_traffic_'))
            .map(({ map, key, value }) => `${map}: ${key.join(' . ')}${value ? ` -> ${value}` : ''}`),
          dns: dnsClient
            ? Object.entries(dnsClient)
                .filter(([, on]) => on === true)
                .map(([name]) => name)
            : 'none',
          names: names.map(({ name, chosen }) => `${name}${chosen ? '' : ' (its own)'}`),
        },
      ]),
    ),
  }
}

/** The ruleset as `nft list ruleset` prints it, without elements. */
function rulesetText({ frame }: Network): string {
  const { chains, sets } = rulesetOf(frame)
  const lines = [
    ...[...sets].map(([name, set]) => `${set.value ? 'map' : 'set'} ${name} ${setText(set)}`),
    ...[...chains.values()].flatMap(({ name, hook, rules }) => [
      '',
      `chain ${name} {`,
      ...[...(hook ? [hookText(hook)] : []), ...rules.map(ruleText)].map((line) => `  ${line}`),
      '}',
    ]),
  ]
  return `${lines.join('\n')}\n`
}

for (const path of globSync(new URL('golden/*.json', import.meta.url).pathname)) {
  const home: Home = JSON.parse(readFileSync(path, 'utf8'))
  test(`${basename(path, '.json')}: ${home.says}`, async () => {
    const network = compile(await factsOf(home))
    assert.deepEqual(summary(network), home.network)
    const ruleset = path.replace(/json$/, 'nft')
    if (process.env.WRITE_GOLDEN) writeFileSync(ruleset, rulesetText(network))
    assert.equal(rulesetText(network), readFileSync(ruleset, 'utf8'))
  })
}
