import type { Namespace } from '../home/namespace.ts'

/** The messages of the 4-way handshake that a station sends. */
type Sent = 2 | 4

/** Counts the messages of 4-way handshakes that arrive at a station, and can omit its own. IEEE 802.11-2020, 12.7.6. */
export interface Handshake extends AsyncDisposable {
  /** How often messages 1 and 3 have arrived. */
  arrived(): Promise<{ readonly first: number; readonly third: number }>
}

/** The upper byte of the key information, after the Ethernet header and seven bytes of EAPOL: 12.7.2, figure 12-33. */
const KEY_INFORMATION = '@ll,152,8'
const HAS_MIC = `${KEY_INFORMATION} & 0x01 == 0x01`
const HAS_NO_MIC = `${KEY_INFORMATION} & 0x01 == 0x00`
/** Set from the third message on. */
const IS_SECURE = `${KEY_INFORMATION} & 0x02 == 0x02`
const IS_NOT_SECURE = `${KEY_INFORMATION} & 0x02 == 0x00`

/**
 * An EtherType for experiments (IEEE 802), which mac80211 does not send before the handshake is over. If the frame was dropped here,
 * wpa_supplicant would get an error, and disconnect by itself.
 */
const NOT_SENT = '0x88b5'

/** Of the station's link `wlan0`, whose EAPOL frames have to pass the rules of its kernel. */
export async function openHandshake(station: Namespace, omitted: Sent): Promise<Handshake> {
  await station.run(['nft', '-f', '-'], {
    input: `table netdev handshake {
      counter first { }
      counter third { }
      chain arrivals {
        type filter hook ingress device wlan0 priority 0;
        ether type 0x888e ${HAS_NO_MIC} counter name first
        ether type 0x888e ${HAS_MIC} counter name third
      }
      chain departures {
        type filter hook egress device wlan0 priority 0;
        ether type 0x888e ${omitted === 2 ? IS_NOT_SECURE : IS_SECURE} ether type set ${NOT_SENT}
      }
    }`,
  })
  return {
    async arrived() {
      const shown = await station.run(['nft', '-j', 'list', 'counters', 'table', 'netdev', 'handshake'])
      const { nftables } = JSON.parse(shown) as { nftables: { counter?: { name: string; packets: number } }[] }
      const of = (name: string) => nftables.find(({ counter }) => counter?.name === name)?.counter?.packets ?? 0
      return { first: of('first'), third: of('third') }
    },
    [Symbol.asyncDispose]: async () => {
      await station.run(['nft', 'delete', 'table', 'netdev', 'handshake'])
    },
  }
}
