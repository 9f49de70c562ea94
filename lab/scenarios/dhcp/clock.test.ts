import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { issueServer } from '../../../router/features/machine/tls/issue.ts'
import { englishPhrases } from '../../../router/phrases/english.ts'
import { ECHO_PORT, HOSTS, RESOLVER, TROUBLED_RESOLVER, WEB } from '../../guests/addresses.ts'
import { openSetClock } from '../../home/setclock.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/** Devices joined while the clock was wrong, as on a board without a battery, and it is set. */
const { home, story } = await openStage({
  phone: { Policies: ['wan', 'dns'] },
  laptop: { Policies: ['wan', 'dns'] },
  camera: {},
})
const { router, phone, laptop, camera } = home
const DAY_MS = 24 * 3600_000
const clock = openSetClock(home, 'Europe/Berlin')

interface Device {
  readonly DeviceDisabled: boolean
  readonly DeviceExpiration: number
}

const stateOf = async ({ mac }: { mac: string }): Promise<Device> =>
  ((await router.api('/devices')) as unknown as Record<string, Device>)[mac]!

const change = (device: { mac: string }, fields: Partial<Device>) =>
  router.api(`/device?identity=${encodeURIComponent(device.mac)}`, fields, 'PUT')

/** Waits until the checks for expired entries have run: one disables the camera, which has another second. */
async function untilChecked(): Promise<void> {
  await change(camera, { DeviceDisabled: false, DeviceExpiration: 1 })
  await until('the check', async () => (await stateOf(camera)).DeviceDisabled)
}

story('devices join while the clock is behind by a day', async () => {
  clock.set('2026-11-23T12:00:00')
  await router.kill()
  await router.start([...clock.variables, 'SALLYPORT_LONGEST_TIMER_MS=300'])
  await home.gather()
  await router.uplinkAddress()
  assert.ok(await phone.reaches(HOSTS[0]!, ECHO_PORT))
})

story('the clock is set right: devices keep their connections and open new ones', async () => {
  await using open = await phone.stream(HOSTS[1]!, ECHO_PORT)
  await change(laptop, { DeviceExpiration: 3600 })
  clock.set('2026-11-24T14:00:00')
  await untilChecked()
  // The checks of leases and of devices have the same interval: after the second, each has run once.
  await untilChecked()
  assert.ok(await open.flows())
  const left = (await stateOf(laptop)).DeviceExpiration - clock.unix('2026-11-24T14:00:00')
  assert.ok(left > 1800 && left <= 3600, `of an hour, about an hour remains: ${left} s`)
  await change(laptop, { DeviceExpiration: -1 })
  for (const device of [phone, laptop]) assert.ok(await device.reaches(HOSTS[0]!, ECHO_PORT))
})

story('a clock that is set back by a year ends no lease either', async () => {
  clock.set('2025-11-24T12:00:00')
  await untilChecked()
  await untilChecked()
  for (const device of [phone, laptop]) assert.ok(await device.reaches(HOSTS[0]!, ECHO_PORT))
})

story(
  'with DNS over TLS whose certificate begins tomorrow, the clock is set by a time server with a name',
  async () => {
    const tomorrow = Date.now() + DAY_MS
    const { certificate, key } = home.authority
    const authority = {
      certificate: readFileSync(home.authority.ca, 'utf8'),
      key: readFileSync(`${dirname(home.authority.ca)}/ca.key`, 'utf8'),
    }
    // It is valid from a day before.
    const future = issueServer(authority, { dns: ['dns.test'], ips: [] }, tomorrow + DAY_MS)
    const [files, script] = [
      `${home.dir}/future`,
      fileURLToPath(new URL('../../guests/timeserver.ts', import.meta.url)),
    ]
    writeFileSync(`${files}.pem`, future.certificate)
    writeFileSync(`${files}.key`, future.key)
    const { namespace } = home.internet
    // The time server is a day ahead of this machine, by the clock of which OpenSSL judges certificates.
    const startServers = async (pem: string, secret: string) => {
      const servers = namespace.start([
        process.execPath,
        script,
        TROUBLED_RESOLVER,
        pem,
        secret,
        WEB,
        String(tomorrow - Date.now()),
      ])
      await servers.line('ready')
      return servers
    }
    const servers = await startServers(`${files}.pem`, `${files}.key`)
    clock.set('2026-11-24T12:20:00')
    await router.kill()
    await router.start([...clock.variables, clock.settable])
    await router.uplinkAddress()
    await router.api('/time/servers', { Servers: ['www.test'] })
    const provider = { IPAddress: TROUBLED_RESOLVER, TLSHost: 'dns.test', DisableTls: false }
    await router.api('/dnsSettings?test=false', { UpstreamProviders: [provider] })
    await until('a failure', async () => {
      await laptop.resolves('www.test', '+tries=1', '+time=2')
      const { Upstreams } = (await router.api('/dnsSettings/health')) as { Upstreams: { LastFailure: string }[] }
      return Upstreams[0]?.LastFailure === englishPhrases['internet.certificateNotYetValid']
    })
    const unix = async (): Promise<number> => ((await router.api('/time')) as { unix: number }).unix
    await until('the time of the server', async () => {
      await laptop.resolves('www.test', '+tries=1', '+time=2')
      return Math.abs((await unix()) * 1000 - tomorrow) < 600_000
    })
    // In place of the next day, the certificate.
    await servers.stop()
    await startServers(certificate, key)
    await until('an answer', async () => (await laptop.resolves('www.test', '+tries=1', '+time=2'))[0] === WEB)
    await router.api('/dnsSettings', { UpstreamProviders: [{ ...provider, IPAddress: RESOLVER }] })
  },
)
