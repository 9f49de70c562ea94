export const PASSPHRASE = 'a bench has no secrets'
const SCANNED_MHZ = 2412

/** Sends a command to wpa_supplicant; returns its answer. */
export type Ask = (command: string) => Promise<string>

/** Has a station connect anew, with this passphrase and without a key of an earlier connection. */
export async function select(ask: Ask, ssid: string, passphrase: string): Promise<void> {
  await ask('REMOVE_NETWORK all')
  await ask('PMKSA_FLUSH')
  const id = (await ask('ADD_NETWORK')).trim()
  const settings = {
    ...{ ssid: `"${ssid}"`, key_mgmt: 'SAE', ieee80211w: 2, sae_password: `"${passphrase}"` },
    scan_freq: SCANNED_MHZ,
  }
  for (const [name, value] of Object.entries(settings)) await ask(`SET_NETWORK ${id} ${name} ${value}`)
  await ask(`SELECT_NETWORK ${id}`)
}
