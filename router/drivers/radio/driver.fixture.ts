import type { AccessPoint, Frame } from '../../compiler/network.ts'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import type { RadioEvent } from '../../model/wifi/radios/accesspoint.ts'
import { defaultRadioSettings, type RadioSettings } from '../../model/wifi/radios/radio.ts'
import { plan } from '../driver.ts'
import { radioDriver } from './driver.ts'

export const HOME: RadioSettings = { ...defaultRadioSettings('Home'), country_code: 'DE' }
export const MAC = '02:00:00:00:aa:00'

/** A driver with the radio `wlan0` on a fake machine, and the states that it reports. */
export function openDriver(machine = fakeMachine()) {
  const driver = radioDriver(machine, '/run', '/run/control')
  const states: string[] = []
  const events: RadioEvent['kind'][] = []
  driver.listen((event) => {
    if (event.kind === 'state') states.push([event.state, event.reason].filter(Boolean).join(': '))
    else events.push(event.kind)
  })
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  }
  return {
    machine,
    driver,
    states,
    events,
    settle,
    /** The links of the machine have changed. */
    async changeLinks(change: () => void) {
      change()
      driver.learnLinks(await machine.readLinks())
      await settle()
    },
    /** The access points that should run; `wlan0` with these settings. */
    async want(settings: RadioSettings | undefined, more: Partial<AccessPoint> = {}) {
      const wlan0 = settings && { link: 'wlan0', mac: '', settings, allowDfs: false, guest: undefined, ...more }
      const frame = { accessPoints: wlan0 ? [wlan0] : [] } as unknown as Frame
      await driver.apply(plan(await driver.read(undefined as never), new Map(driver.frame(frame))))
      await settle()
    },
    async step(ms: number) {
      await machine.clock.step(ms)
      await settle()
    },
    /** A setting of the configuration that hostapd was started with. */
    setting: (name: string) =>
      new RegExp(`^${name}=(.*)$`, 'm').exec(machine.files.get('/run/hostapd-wlan0.conf') ?? '')?.[1],
  }
}
