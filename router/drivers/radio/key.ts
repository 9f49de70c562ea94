import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'

const pbkdf2Async = promisify(pbkdf2)

/** The key of a WPA2 network in hexadecimal: IEEE 802.11-2020, J.4.1. It takes milliseconds in another thread. */
export const deriveKey = async (psk: string, ssid: string): Promise<string> =>
  (await pbkdf2Async(psk, ssid, 4096, 32, 'sha1')).toString('hex')

/** Keys of a WPA2 network, each derived once. hostapd would derive all of them whenever it reads their file. */
export interface Keys {
  /** The key of each passphrase in a network of this name; those of other passphrases and names are dropped. */
  of(ssid: string, passphrases: Iterable<string>): Promise<ReadonlyMap<string, string>>
}

export function openKeys(derive: typeof deriveKey): Keys {
  let name: string | undefined
  let kept: ReadonlyMap<string, string> = new Map()
  return {
    async of(ssid, passphrases) {
      const have = name === ssid ? kept : new Map<string, string>()
      const keyOf = async (psk: string) => [psk, have.get(psk) ?? (await derive(psk, ssid))] as const
      kept = new Map(await Promise.all([...new Set(passphrases)].map(keyOf)))
      name = ssid
      return kept
    },
  }
}
