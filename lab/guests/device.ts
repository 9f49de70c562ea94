import { createHash } from 'node:crypto'
import type { Device } from '../../router/model/home/devices/device.ts'
import type { Switch } from '../home/cable.ts'
import type { Namespace } from '../home/namespace.ts'
import type { Radio } from '../home/radio.ts'
import type { Outcome, Program } from '../process/program.ts'
import { until } from '../process/until.ts'
import { addressOf } from './router.ts'
import { openStream, type Stream } from './stream.ts'

/** A household device: its connection, and its settings in the router. */
export interface DeviceSpec extends Partial<Omit<Device, 'MAC'>> {
  /** Connected to the shared switch instead of the radio. */
  readonly wired?: boolean
  /** Connected to the guest network of the radio. */
  readonly guest?: boolean
  /** It is not added to the router. */
  readonly unknown?: boolean
  /** TCP ports with an echo service. */
  readonly listens?: readonly number[]
}

/** A locally administered MAC address that is derived from the name. */
export const macOf = (name: string): string =>
  `02:${createHash('sha256').update(name).digest('hex').slice(0, 10).match(/../g)?.join(':')}`

/** How a device reaches the router. */
export interface Medium {
  readonly switch: Switch
  readonly radio: Radio
  readonly guestRadio: Radio
}

/** A household device: an ordinary Linux machine with ordinary clients. */
export class HouseholdDevice {
  readonly name: string
  readonly mac: string
  readonly spec: DeviceSpec
  readonly namespace: Namespace
  /** The name of the link in its namespace. */
  readonly link: string
  /** The link at the router's end while it is joined. */
  routerLink: string | undefined
  /** The switch's port of a wired device while it is joined. */
  port: string | undefined
  dhcp: Program | undefined
  readonly #medium: Medium

  constructor(name: string, spec: DeviceSpec, namespace: Namespace, medium: Medium) {
    this.name = name
    this.mac = macOf(name)
    this.spec = spec
    this.namespace = namespace
    this.link = spec.wired ? 'eth0' : 'wlan0'
    this.#medium = medium
    for (const port of spec.listens ?? []) this.listen(port)
  }

  get #radio(): Radio {
    return this.spec.guest ? this.#medium.guestRadio : this.#medium.radio
  }

  /** Connects without a DHCP request, to the radio with this passphrase or the one that it has. */
  async connect(passphrase?: string): Promise<void> {
    if (this.routerLink) throw new Error(`${this.name} is connected already`)
    if (this.spec.wired) {
      this.port = await this.#medium.switch.plug({ namespace: this.namespace, link: this.link, mac: this.mac })
      this.routerLink = 'lan0'
    } else this.routerLink = await this.#radio.join(this.namespace, this.mac, passphrase)
  }

  /** Connects, gets an address by DHCP, and returns it. */
  async join(passphrase?: string): Promise<string> {
    await this.connect(passphrase)
    return await this.lease()
  }

  /** Connects, and returns whether it gets an address. It stays connected in both cases. */
  async isLetIn(timeoutMs = 3500, passphrase?: string): Promise<boolean> {
    await this.connect(passphrase)
    return await this.lease(timeoutMs).then(
      () => true,
      () => false,
    )
  }

  /** Requests an address with udhcpc, which keeps running to renew it. */
  async lease(timeoutMs = 20_000, ...flags: string[]): Promise<string> {
    const patience = ['-t', '4', '-T', '1', '-A', '1']
    const words = ['busybox', 'udhcpc', '-f', '-i', this.link, '-x', `hostname:${this.name}`, ...patience, ...flags]
    this.dhcp = this.namespace.start(words)
    await this.dhcp.line('obtained', timeoutMs)
    // Its script sets the address first, and the route a moment later.
    await until(`a way out for ${this.name}`, async () => (await this.run('ip', 'route', 'show', 'default')) !== '')
    return await until(`an address at ${this.name}`, () => this.address())
  }

  /** The link at the router's end if it is connected now: a radio may have disconnected it. */
  async presentLink(): Promise<string | undefined> {
    return this.spec.wired ? this.routerLink : await this.#radio.linkOf(this.mac)
  }

  /** Disconnects without a DHCP RELEASE, as phones do. */
  async leave(): Promise<void> {
    if (!this.routerLink) return
    await this.stopDhcp()
    if (this.spec.wired) await this.#medium.switch.unplug({ namespace: this.namespace, link: this.link })
    else await this.#radio.leave(this.namespace, this.routerLink)
    this.routerLink = undefined
  }

  async stopDhcp(): Promise<void> {
    this.dhcp?.kill('SIGKILL')
    await this.dhcp?.exited
    this.dhcp = undefined
  }

  address(): Promise<string | undefined> {
    return addressOf(this.namespace, this.link)
  }

  run(...argv: string[]): Promise<string> {
    return this.namespace.run(argv)
  }

  try(...argv: string[]): Promise<Outcome> {
    return this.namespace.outcome(argv)
  }

  /** Whether a TCP connection to the port opens. */
  async reaches(target: HouseholdDevice | string, port: number): Promise<boolean> {
    const ip = typeof target === 'string' ? target : await target.address()
    if (!ip) throw new Error(`${this.name} cannot reach for a device without an address`)
    return this.namespace.connects(ip, port)
  }

  async pings(target: HouseholdDevice | string): Promise<boolean> {
    const ip = typeof target === 'string' ? target : await target.address()
    return ip !== undefined && (await this.try('ping', '-c', '1', '-W', '1', ip)).code === 0
  }

  /** Returns the page at a URL, or undefined without a response within two seconds. */
  async fetch(url: string, ...options: string[]): Promise<string | undefined> {
    const { code, stdout } = await this.try('curl', '-s', '-m', '2', ...options, url)
    return code === 0 ? stdout : undefined
  }

  /** The lines that `dig +short` prints. */
  async resolves(name: string, ...options: string[]): Promise<string[]> {
    const { stdout } = await this.try('dig', '+short', '+tries=2', '+time=2', name, ...options)
    return stdout.split('\n').filter((line) => line !== '' && !line.startsWith(';'))
  }

  /** Echo on a TCP port, while the home is running. */
  listen(port: number): Program {
    return this.namespace.listen(port)
  }

  /** Opens a TCP connection to an echo port. */
  stream(ip: string, port: number): Promise<Stream> {
    return openStream(this.namespace, ip, port)
  }
}
