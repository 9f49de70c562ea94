import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { macOf } from '../../guests/device.ts'
import type { Credentials } from '../../home/air.ts'
import { openCrowd } from '../../home/crowd.ts'
import { openNamespace } from '../../home/namespace.ts'
import { run } from '../../process/program.ts'
import { until } from '../../process/until.ts'
import type { Row } from '../table.ts'
import { measureSpeed, SPEED_OUTSIDE } from './speed.ts'
import type { RadioStage } from './stage.ts'

const STATIONS = 64
const SCANNED_MHZ = 2412
const JOINED_MS = 240_000
const LOOK_MS = 1000
/** The start of the minute's work, and that of the next, are in it. */
const IDLE_MS = 120_000

/**
 * The daemon's CPU while 64 stations are connected that send nothing, without calls of the API. Under emulation an instruction takes
 * longer: the second figure is for the speed of the machine outside, by a computation that runs on both.
 */
export async function benchIdle({ home }: RadioStage): Promise<Row[]> {
  const { router, dir } = home
  const members = new Map(
    Array.from({ length: STATIONS }, (_, at): [string, Credentials] => [
      macOf(`idle ${at}`),
      { Type: 'wpa', Psk: `passphrase of number ${at}` },
    ]),
  )
  for (const [mac, PSKEntry] of members)
    await router.api(`/device?identity=${mac}`, { Name: `idle ${mac.slice(-5)}`, Policies: ['wan', 'dns'], PSKEntry })
  const crowd = await openCrowd(await openNamespace('crowd', dir), { ssid: 'SPR_wlan0', mhz: SCANNED_MHZ }, members)
  const connected = async (): Promise<number> => {
    // The daemon has other things to do than to answer this.
    await wait(LOOK_MS)
    // While many join, an emulated daemon may not answer in time.
    const list = await router.api('/wifi/stations').catch(() => ({}))
    return Object.keys(list as object).filter((mac) => members.has(mac)).length
  }
  await until('all stations', async () => (await connected()) === STATIONS, JOINED_MS)
  await crowd.lease()
  const hertz = Number(await run(['getconf', 'CLK_TCK']))
  const cpuSeconds = (): number => {
    const fields = readFileSync(`/proc/${router.daemon.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / hertz
  }
  const [began, before] = [performance.now(), cpuSeconds()]
  await wait(IDLE_MS)
  const share = (cpuSeconds() - before) / ((performance.now() - began) / 1000)
  const slowness = measureSpeed() / Number(process.env[SPEED_OUTSIDE])
  const left = await connected()
  const percent = (part: number): string => `${(100 * part).toFixed(2)} %`
  return [
    {
      what: `CPU of the daemon, ${left} idle stations`,
      ours: `${percent(share)} emulated, ${percent(share / slowness)} at the speed outside`,
      peer: '',
      ratio: `${((100 * share) / slowness / 0.5).toFixed(2)}`,
      aim: '< 0.5 %',
    },
  ]
}
