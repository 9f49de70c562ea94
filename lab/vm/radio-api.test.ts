import assert from 'node:assert/strict'
import type { WifiStation } from '../../router/model/wifi/stations/station.ts'
import { misfits } from '../conformance/fits.ts'
import { tryOperation } from '../conformance/operation.ts'
import { nameOf, TODAY } from '../conformance/status.ts'
import { radioTrials } from '../conformance/trials/radios.ts'
import { readDescription } from '../contract/description.ts'
import { WITH_RADIO } from '../contract/radios.ts'
import { tryRows } from '../contract/rows.ts'
import { SSID } from '../home/air.ts'
import { until } from '../process/until.ts'
import { openRadioStories, type RadioHome } from './household.ts'

/** The operations of radios, with a simulated one. */
const story = await openRadioStories('api', { phone: { Policies: ['wan', 'dns'] } })

const runs = ({ router }: RadioHome) =>
  until('the access point', () => router.api('/hostapd/wlan0/status').catch(() => undefined), 40_000)

story('a station is listed with its device and signal, and disconnected on request', async (home) => {
  const { phone, router } = home
  await phone.join()
  const { [phone.mac]: station } = (await router.api('/wifi/stations')) as Record<string, WifiStation>
  assert.partialDeepStrictEqual(station, {
    MAC: phone.mac,
    Link: phone.routerLink,
    Radio: 'wlan0',
    SSID,
    Guest: false,
    Security: 'WPA3',
    Band: '2.4 GHz',
    Channel: 1,
  })
  const { Name, Signal, ConnectedSince } = station!
  assert.ok(Name !== '' && Number(Signal) < 0 && ConnectedSince > Date.now() / 1000 - 60, JSON.stringify(station))
  const row = TODAY.find(({ path }) => path.endsWith('/all_stations'))!
  assert.deepEqual(misfits(row.reply, await router.api('/hostapd/wlan0/all_stations')), [])
  await router.api('/hostapd/wlan0/deauth', phone.mac)
  await home.air.stop(phone.namespace)
  await until('the station to be gone', async () => !(phone.mac in ((await router.api('/wifi/stations')) as object)))
})

story('every call about a radio responds as its clients expect', async (home) => {
  await runs(home)
  const { router } = home
  const description = await readDescription(router.console)
  await tryRows({ socket: router.console, login: router.login, description }, WITH_RADIO)
})

story('operations of API 0.3.0 about radios respond as published', async (home) => {
  const { router } = home
  const description = await readDescription(router.console)
  try {
    for (const [name, trial] of Object.entries(radioTrials)) {
      const row = TODAY.find((one) => nameOf(one) === name)
      assert.ok(row, name)
      // The operation before it disables the access point.
      if (!name.endsWith('/enable')) await runs(home)
      await tryOperation({ row, trial, description, socket: router.console, login: router.login, hasRadio: true })
    }
  } finally {
    // The stories of other files use the same radio.
    await router.api('/hostapd/wlan0/resetConfiguration', undefined, 'PUT')
    await router.ask({ method: 'DELETE', path: '/wifi/guest' })
    await runs(home)
  }
})
