import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { WifiRadio } from '../../router/model/wifi/radiostate/state.ts'
import { parseScan } from '../../router/wire/iw.ts'
import { SSID, stationLinkOf } from '../home/air.ts'
import { type Namespace, openNamespace } from '../home/namespace.ts'
import { run } from '../process/program.ts'
import { until } from '../process/until.ts'
import { openRadioStories, type RadioHome } from './household.ts'

/** Several starts of hostapd, under emulation. */
const LONG_MS = 60_000
const DEBUG = '/sys/kernel/debug'

const story = await openRadioStories('care', { phone: { Policies: ['wan', 'dns'] } })

/** A neighbour with a radio, `air0`. */
let opening: Promise<Namespace> | undefined
const neighbourOf = (home: RadioHome): Promise<Namespace> => {
  opening ??= openNeighbour(home)
  return opening
}
async function openNeighbour({ air, dir }: RadioHome): Promise<Namespace> {
  const neighbour = await openNamespace('next-door', dir)
  await air.give(neighbour)
  await neighbour.ip('link set wlan0 name air0', 'link set air0 up')
  return neighbour
}

/** Waits until the neighbour receives a network of this name on a frequency. */
async function untilReceived(home: RadioHome, mhz: number, name: string): Promise<void> {
  const neighbour = await neighbourOf(home)
  const scan = (...words: string[]) => neighbour.outcome(['iw', 'dev', 'air0', 'scan', ...words])
  const began = Date.now()
  await until(
    `the network ${name}`,
    async () => {
      // Of a scan before, whose results are kept, or refused while it runs.
      await scan('trigger', 'freq', String(mhz))
      const found = parseScan((await scan('dump')).stdout)
      return found.some(({ ssid, last_seen_ms }) => ssid === name && last_seen_ms < Date.now() - began)
    },
    LONG_MS,
  )
}

async function radio({ router }: RadioHome): Promise<WifiRadio> {
  const [first] = (await router.api('/wifi/radios')) as WifiRadio[]
  return first!
}
const configure = ({ router }: RadioHome, config: object) => router.api('/hostapd/wlan0/config', config)
const untilRadio = (home: RadioHome, what: string, isSo: (radio: WifiRadio) => boolean) =>
  until(
    what,
    async () => {
      const now = await radio(home)
      return isSo(now) ? now : undefined
    },
    LONG_MS,
  )
const untilRunning = (home: RadioHome, mhz: number) =>
  untilRadio(home, `the radio on ${mhz} MHz`, ({ State, Frequency }) => State === 'running' && Frequency === mhz)
/** The radio of the router, by its number. */
const phyOf = async (owner: Namespace, link: string) => {
  const [, before = ''] = new RegExp(`([^]*)Interface ${link}\n`).exec(await owner.run(['iw', 'dev'])) ?? []
  return before.match(/phy#\d+/g)?.at(-1) ?? ''
}

story('the name of a network may have any characters, and is broadcast unchanged', async (home) => {
  // Resets what the stories of another file may have set.
  await home.router.api('/hostapd/wlan0/resetConfiguration', {})
  await configure(home, { Country_code: 'US' })
  const name = 'a"b\\c ä\u{1f600} \'$(x)#=1'
  await configure(home, { Ssid: name })
  await untilReceived(home, 2412, name)
  await configure(home, { Ssid: SSID })
  await untilReceived(home, 2412, SSID)
})

story('another channel is announced, and the stations stay connected', async (home) => {
  const { phone, router } = home
  await phone.join()
  await router.api('/hostapd/wlan0/setChannel', { Mode: 'g', Channel: 11, Bandwidth: 20, HT_Enable: true })
  const { Stations } = await untilRunning(home, 2462)
  assert.equal(await stationLinkOf(router.namespace, phone.mac), phone.routerLink)
  assert.ok(await phone.fetch('http://www.test/'))
  assert.equal(Stations, 1)
})

story('the automatic choice avoids the channel of a neighbour, and stations stay connected', async (home) => {
  const { phone, router } = home
  const neighbour = await neighbourOf(home)
  const file = join(neighbour.dir, 'hostapd.conf')
  writeFileSync(file, 'interface=air0\ndriver=nl80211\nssid=neighbour\nhw_mode=g\nchannel=11\n')
  const other = neighbour.start(['hostapd', file])
  let choice: NonNullable<WifiRadio['Choice']>
  try {
    await other.line('AP-ENABLED')
    choice = (await router.api('/wifi/radios/wlan0/chooseChannel', {})) as NonNullable<WifiRadio['Choice']>
  } finally {
    await other.stop()
  }
  const chosen = choice.Channel
  assert.ok(chosen === 1 || chosen === 6, String(chosen))
  assert.equal(choice.Considered.find(({ Channel }) => Channel === 11)?.Networks, 1)
  const { Automatic, Choice } = await untilRunning(home, 2407 + 5 * chosen)
  assert.deepEqual([Automatic, Choice], [true, choice])
  assert.equal(await stationLinkOf(router.namespace, phone.mac), phone.routerLink)
  assert.ok(await phone.fetch('http://www.test/'))
})

story('settings that the radio refuses are replaced by the failsafe configuration, until they change', async (home) => {
  await (await neighbourOf(home)).ip('link set air0 up')
  // In the United States there is no channel 13.
  await configure(home, { Channel: 13 })
  const { Reason, Channel } = await untilRadio(home, 'failsafe', ({ State }) => State === 'failsafe')
  assert.equal(Reason, 'the country does not permit an access point on channel 13 (2472 MHz)')
  assert.equal(Channel, 1)
  await untilReceived(home, 2412, SSID)
  await configure(home, { Channel: 6 })
  await untilRunning(home, 2437)
})

story(
  'in another country, the radio checks for radar first, and leaves the channel when it detects some',
  async (home) => {
    await run(['mount', '-t', 'debugfs', 'debugfs', DEBUG])
    await configure(home, { Country_code: 'DE' })
    const channel = { Mode: 'a', Channel: 52, Bandwidth: 20, HT_Enable: true }
    await home.router.api('/hostapd/wlan0/setChannel', channel)
    const checking = await untilRadio(home, 'the check for radar', ({ State }) => State === 'radar check')
    assert.ok(checking.SecondsLeft > 0 && checking.SecondsLeft <= 60)
    assert.equal(checking.Channel, 52)
    const phy = (await phyOf(home.router.namespace, 'wlan0')).replace('#', '')
    writeFileSync(`${DEBUG}/ieee80211/${phy}/hwsim/dfs_simulate_radar`, '1')
    const { Channel, Channels, Country } = await untilRadio(home, 'another channel', ({ State }) => State === 'running')
    assert.equal(Country, 'DE')
    const { Permitted, Dfs } = Channels.find((one) => one.Channel === Channel)!
    assert.deepEqual([Permitted, Dfs], [true, 'none'], String(Channel))
    const left = Channels.find((one) => one.Channel === 52)
    assert.equal(left?.Dfs, 'unavailable')
    assert.ok(left.SecondsLeft > 1700)
  },
)

story('a radio that is unplugged and returns under another name has its network again', async (home) => {
  const { phone, router } = home
  // As the stories of the next file expect it.
  await router.api('/hostapd/wlan0/resetConfiguration', {})
  await configure(home, { Country_code: 'US' })
  await untilRunning(home, 2412)
  const neighbour = await neighbourOf(home)
  const phy = await phyOf(router.namespace, 'wlan0')
  for (const [from, to] of [
    ['wlan0', 'wlan7'],
    ['wlan7', 'wlan0'],
  ] as const) {
    await router.namespace.run(['iw', phy, 'set', 'netns', String(neighbour.pid)])
    await untilRadio(home, 'no radio', ({ State, Interface }) => State === 'missing' && Interface === from)
    // A radio that is really unplugged takes its other links with it.
    const links = [...(await neighbour.run(['iw', 'dev'])).matchAll(/Interface (\S+\.\S+)/g)]
    for (const [, link = ''] of links) await neighbour.run(['iw', 'dev', link, 'del'])
    await neighbour.ip(`link set ${from} name ${to}`)
    await neighbour.run(['iw', phy, 'set', 'netns', String(router.namespace.pid)])
    await untilRadio(home, 'the radio', ({ State, Interface }) => State === 'running' && Interface === to)
    await untilReceived(home, 2412, SSID)
  }
  await until('the phone to be back', () => stationLinkOf(router.namespace, phone.mac), LONG_MS)
})
