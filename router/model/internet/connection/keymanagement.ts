/** How an uplink may prove its passphrase, by the names of wpa_supplicant. */
export const KEY_MANAGEMENT = ['NONE', 'WPA-PSK', 'WPA-PSK-SHA256', 'SAE'] as const
