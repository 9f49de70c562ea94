import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { WEB } from '../../guests/addresses.ts'
import { openInternet } from '../../guests/internet.ts'
import { openRoadWarrior, parsePeerFile } from '../../guests/roadwarrior.ts'
import { openRouter, type Router } from '../../guests/router.ts'
import { openAuthority } from '../../home/authority.ts'
import { LET_IN, openWitness } from '../../probes/witness.ts'
import { ROOT } from '../../process/place.ts'
import { environment } from '../../process/program.ts'
import { until } from '../../process/until.ts'

/** The address of a cloud instance before the router runs. */
export const ADDRESS = '81.2.69.40'
export const PORT = '51280'
const TCP = ['22', '53', '80', '443', '8000', PORT]
const UDP = ['53', '67', '68', '123', '1900', '5353', PORT]

/** A router with one interface, as on a cloud instance, and a phone in the internet. */
export async function openCloud() {
  mkdirSync('/run/sallyport', { recursive: true })
  const dir = mkdtempSync('/run/sallyport/cloud-')
  const file = join(dir, 'phone.conf')
  const authority = await openAuthority(join(dir, 'authority'))
  const internet = await openInternet(dir, authority, { addressing: 'public', secondProvider: false })
  /** A machine with one interface, and no address yet. */
  async function openInstance(name: string, mac: string): Promise<Router> {
    const own = join(dir, name)
    mkdirSync(own)
    const instance = await openRouter(own, {
      ...{
        data: join(own, 'data'),
        console: join(own, 'console'),
        ca: authority.ca,
        uplinks: ['wan0'],
        isVirtual: true,
      },
    })
    await internet.plug({ namespace: instance.namespace, link: 'wan0', mac })
    return instance
  }
  const router = await openInstance('instance', '02:00:5e:00:00:01')
  const data = join(dir, 'instance/data')
  const road = await openRoadWarrior(internet, dir)
  after(async () => {
    if (router.hasStarted) await router.daemon.stop()
    for (const machine of [road, router.namespace, internet.neighbour, internet.namespace])
      await machine[Symbol.asyncDispose]()
  })

  /** Ports of the router that answer, or let packets in, from the internet. */
  async function openPorts(router: Router): Promise<string[]> {
    const ip = await router.uplinkAddress()
    const open: string[] = []
    await Promise.all(
      TCP.map(async (port) => {
        if (await internet.neighbour.connects(ip, Number(port))) open.push(`tcp ${port}`)
      }),
    )
    for (const port of UDP) {
      await using letIn = await openWitness(router.namespace, `iifname wan0 udp dport ${port}`, LET_IN)
      await using arrived = await openWitness(router.namespace, `iifname wan0 udp dport ${port}`)
      await internet.neighbour.run(['socat', '-u', '-', `UDP4-SENDTO:${ip}:${port}`], { input: 'x' })
      await until('the datagram', async () => (await arrived.packets()) > 0)
      if ((await letIn.packets()) > 0) open.push(`udp ${port}`)
    }
    const ping = await internet.neighbour.outcome(['ping', '-c', '1', '-W', '1', ip])
    return ping.code === 0 ? [...open, 'ping'] : open
  }

  const setUp = (...flags: string[]) =>
    router.namespace.outcome(
      [
        ...['env', 'SALLYPORT_ADMIN_PASSWORD=open sesame', `PATH=${environment.PATH}`],
        ...[
          process.execPath,
          join(ROOT, 'bin/vpn/virtual.ts'),
          '--virtual',
          '--data',
          data,
          '--uplink',
          'wan0',
          ...flags,
        ],
      ],
      { timeoutMs: 100_000 },
    )

  return {
    openInstance,
    openPorts,
    setUp,
    router,
    internet,
    road,
    /** The file that the set-up writes for the phone. */
    file,
    /** Connects the phone with that file, to the address that the provider assigns. */
    async connect(): Promise<void> {
      const config = parsePeerFile(readFileSync(file, 'utf8'))
      await road.connect({ ...config, Peer: { ...config.Peer, Endpoint: `${await router.uplinkAddress()}:${PORT}` } })
      await until('the tunnel', () => road.reaches(WEB, 80))
    },
  }
}
