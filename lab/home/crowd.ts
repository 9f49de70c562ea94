import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deriveKey } from '../../router/drivers/radio/passphrases.ts'
import type { Mac } from '../../router/values/mac.ts'
import type { Program } from '../process/program.ts'
import { type Credentials, type Network, networks } from './air.ts'
import { createRadios, moveRadio } from './hwsim.ts'
import type { Namespace } from './namespace.ts'

/** Many stations in one namespace. Each wpa_supplicant connects several of them, one after the other and all again when it has failed. */
export interface Crowd {
  /** Waits until each of them has an address by DHCP, and returns the addresses. The links do not get them. */
  lease(): Promise<string[]>
  /** The output of wpa_supplicant about the station with this address. */
  linesOf(mac: Mac): string[]
  stop(): Promise<void>
}

/** Stations of one wpa_supplicant: it takes seconds to start with many, and works in one thread. */
const TOGETHER = 16
/** Attempts of a DHCP client, at intervals of seconds, from the moment that its station begins to connect. */
const [DISCOVERS, PAUSE_SECONDS] = [150, 3]

/**
 * Creates a simulated radio for each address, and connects all of them at the same time. As real ones do, they request an address at
 * once: an access point that has given up a station, whose frames came too late, notices by its next frame and sends a deauthentication.
 */
export async function openCrowd(
  namespace: Namespace,
  network: Network,
  members: ReadonlyMap<Mac, Credentials>,
): Promise<Crowd> {
  const macs = [...members.keys()]
  const radios = await createRadios(macs)
  for (const radio of radios) await moveRadio(radio, namespace.pid)
  const supplicants: Program[] = []
  for (let from = 0; from < radios.length; from += TOGETHER) {
    const interfaces = radios.slice(from, from + TOGETHER).map(async ({ link }, index) => {
      const file = join(namespace.dir, `${link}.conf`)
      const { Type, Psk } = members.get(macs[from + index]!)!
      // wpa_supplicant takes ten times as long to derive a key.
      const secret = Type === 'wpa' ? await deriveKey(Psk, network.ssid) : Psk
      writeFileSync(file, networks(network, { Type, Psk: secret }), { mode: 0o600 })
      return ['-D', 'nl80211', '-i', link, '-c', file]
    })
    const argv = (await Promise.all(interfaces)).flatMap((words, index) => (index === 0 ? words : ['-N', ...words]))
    supplicants.push(namespace.start(['wpa_supplicant', ...argv]))
  }
  const leases = Promise.all(radios.map(({ link }) => leaseOn(namespace, link)))
  // It is awaited later, or the story has failed.
  leases.catch(() => undefined)
  return {
    lease: () => leases,
    linesOf(mac) {
      const { link } = radios[macs.indexOf(mac)]!
      return supplicants.flatMap(({ lines }) => lines.filter((line) => line.startsWith(`${link}: `)))
    },
    async stop() {
      for (const supplicant of supplicants) supplicant.kill('SIGKILL')
      await Promise.all(supplicants.map(({ exited }) => exited))
    },
  }
}

async function leaseOn(namespace: Namespace, link: string): Promise<string> {
  const patience = ['-t', String(DISCOVERS), '-T', String(PAUSE_SECONDS)]
  const client = ['busybox', 'udhcpc', '-f', '-q', '-n', '-i', link, '-s', '/bin/true', ...patience]
  const { stdout, stderr } = await namespace.outcome(client)
  const [, address] = /lease of (\S+) obtained/.exec(stdout + stderr) ?? []
  if (address === undefined) throw new Error(`no lease on ${link}: ${stderr.trim().split('\n').at(-1)}`)
  return address
}
