/** The content of a QR code for joining a wifi. `T:WPA` is used for every kind of WPA; `\ ; , : "` are escaped. */
export const wifiCode = (network: string, passphrase: string): string =>
  `WIFI:T:WPA;S:${shielded(network)};P:${shielded(passphrase)};;`

const shielded = (text: string): string => text.replace(/[\\;,:"]/g, '\\$&')

/** A network name has at most 32 bytes (IEEE 802.11). */
export const isNetworkName = (text: string): boolean => text !== '' && new TextEncoder().encode(text).length <= 32
