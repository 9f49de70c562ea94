import type { Mac } from '../../../values/mac.ts'
import type { ApEvent } from '../../../wire/hostapd.ts'

/** Something that happened on a network of a radio. */
export type RadioEvent =
  | {
      readonly kind: 'event'
      readonly radio: string
      readonly network: string
      readonly event: ApEvent
      /** The device whose passphrase a station has proved or tried; undefined if that is not certain. */
      readonly identity?: string | undefined
    }
  /** It has just been started, or was found running. */
  | { readonly kind: 'running'; readonly radio: string; readonly networks: readonly string[] }
  /** It was stopped, or has failed for this reason: no station is connected any more. */
  | { readonly kind: 'stopped'; readonly radio: string }
  | { readonly kind: 'failed'; readonly radio: string; readonly reason: string }
  /** Another state of the access point, with the reason where there is one. */
  | {
      readonly kind: 'state'
      readonly radio: string
      readonly state: 'starting' | 'running' | 'failsafe' | 'failed' | 'missing'
      readonly reason: string
    }

/** The access points of all radios. */
export interface RunningAccessPoints {
  /** The answer of a network's access point to a command of hostapd's control interface. Throws `Unavailable`. */
  request(network: string, command: string): Promise<string>
  /** The links of the networks that run now, by the link of their radio. */
  networks(): ReadonlyMap<string, readonly string[]>
}

/** The same with their events, and waiting devices. */
export interface AccessPoints extends RunningAccessPoints {
  /** From now on events are reported. */
  listen(listener: (event: RadioEvent) => void): void
  /**
   * Offers a station that has failed over WPA3 with the passphrase of `tried` the next of the waiting passphrases. Returns whether there is one that it has not
   * tried yet.
   */
  offerNext(mac: Mac, tried: string | undefined): Promise<boolean>
}
