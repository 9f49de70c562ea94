import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadDhcpIn } from '../bench/dhcp.ts'
import { loadDevices } from '../bench/dhcp-load.ts'
import { loadDns } from '../bench/dns-load.ts'
import { place, register, type Stage } from '../bench/stage.ts'
import { talk } from '../bench/talk.ts'
import type { Router } from '../guests/router.ts'
import type { Random } from '../safety/random.ts'
import type { Served } from './verdict.ts'

/** Devices that join, leave for good, query names and send packets. */
export interface Household {
  /** What they do in some seconds. Returns the leases that they requested, and their queries. */
  live(seconds: number): Promise<{ readonly leases: Served; readonly queries: Served }>
}

/** Of the devices, how many join anew in a turn, and how many are sold for new ones. */
const JOINING = 0.25
const REPLACED = 0.02
const QUERIES_A_SECOND = 100
const NAMES = 2000

interface Deps {
  readonly stage: Stage
  readonly router: Router
  readonly count: number
  readonly random: Random
}

/** Adds `count` devices to the router. There are as many at any time. */
export async function openHousehold({ stage, router, count, random }: Deps): Promise<Household> {
  const all = loadDevices(count * 100)
  let next = count
  const present = all.slice(0, count)
  await register(router, present)
  await loadDhcpIn(stage.client, { link: 'eth0', clients: 16, seconds: 60, mode: 'new', devices: present })
  const asked = join(place('soak-names'), 'names')
  writeFileSync(asked, Array.from({ length: NAMES }, (_, n) => `www${n}.site-${n % 300}.net A\n`).join(''))

  async function replaceSome(): Promise<void> {
    for (let left = Math.ceil(count * REPLACED); left > 0; left--) {
      const at = random.below(present.length)
      const [old, young] = [present[at]!, all[next++ % all.length]!]
      await router.api(`/device?identity=${old}`, {}, 'DELETE')
      await register(router, [young])
      present[at] = young
    }
  }

  async function send(): Promise<void> {
    const known = (await router.api('/devices')) as Record<string, { MAC: string; RecentIP: string }>
    const devices = Object.values(known).flatMap(({ MAC, RecentIP }) => (RecentIP ? [{ mac: MAC, ip: RecentIP }] : []))
    await talk(stage, devices)
  }

  return {
    async live(seconds) {
      await replaceSome()
      const joining = present.filter(() => random.below(100) < JOINING * 100)
      const [{ exchanges }, { completed, lost }] = await Promise.all([
        loadDhcpIn(stage.client, { link: 'eth0', clients: 8, seconds, mode: 'new', devices: joining }),
        loadDns(router.namespace, {
          ...{ ip: '10.128.0.1', port: 53, asked, seconds, perSecond: QUERIES_A_SECOND },
        }),
      ])
      await send()
      return {
        leases: { sent: joining.length, answered: exchanges },
        queries: { sent: completed + lost, answered: completed },
      }
    },
  }
}
