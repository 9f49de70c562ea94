import type { Trials } from '../trial.ts'

const at = (call: string): string => `/hostapd/wlan0/${call}`
const channel = { Mode: 'g', Channel: 6, Bandwidth: 20, HT_Enable: true, VHT_Enable: false, HE_Enable: false }
const settings = {
  ...{ Ssid: 'SPR_wlan0', Country_code: 'US', Channel: 1, Hw_mode: 'g', Ht_capab: '[SHORT-GI-20]', Vht_capab: '' },
  ...{ Ieee80211ax: 0, He_su_beamformer: 0, He_su_beamformee: 0, He_mu_beamformer: 0 },
  ...{ Vht_oper_centr_freq_seg0_idx: -1, He_oper_centr_freq_seg0_idx: -1, Vht_oper_chwidth: 0, He_oper_chwidth: 0 },
}
const guests = { Ssid: 'Guests', Bssid: '02:00:00:00:00:00', Wpa: '2', WpaKeyMgmt: 'WPA-PSK', DisableIsolation: false }

/** Calls about radios. */
export const radioTrials: Trials = {
  'GET /iw/dev/{iface}/scan': {
    good: [['/iw/dev/wlan0/scan']],
    needsRadio: true,
    nothingThere: true,
  },
  'PUT /reloadPSKFiles': { good: [['/reloadPSKFiles']] },
  'GET /hostapd/{interface}/status': {
    // Some fields are those of 802.11ac.
    given: [['PUT', at('setChannel'), { ...channel, Mode: 'a', Channel: 36, VHT_Enable: true }]],
    good: [[at('status')]],
    needsRadio: true,
  },
  'GET /hostapd/{interface}/all_stations': { good: [[at('all_stations')]], needsRadio: true, nothingThere: true },
  'GET /hostapd/{interface}/config': { good: [[at('config')]], needsRadio: true },
  'PUT /hostapd/{interface}/config': {
    good: [[at('config'), settings]],
    shows: [at('config'), { ssid: 'SPR_wlan0', ht_capab: '[SHORT-GI-20]' }],
    needsRadio: true,
  },
  'PUT /hostapd/{interface}/setChannel': {
    good: [
      [at('setChannel'), channel],
      [at('setChannel'), { ...channel, Channel: 1 }],
    ],
    needsRadio: true,
  },
  'PUT /hostapd/{interface}/disable': { good: [[at('disable')]] },
  'PUT /hostapd/{interface}/enable': { good: [[at('enable')]], needsRadio: true },
  'PUT /hostapd/{interface}/resetConfiguration': { good: [[at('resetConfiguration')]], needsRadio: true },
  'PUT /hostapd/restart': { good: [['/hostapd/restart']] },
  // Before there is a guest network.
  'DELETE /hostapd/{interface}/enableExtraBSS': {
    given: [['PUT', at('enableExtraBSS'), guests]],
    good: [[at('enableExtraBSS')]],
    needsRadio: true,
  },
  'PUT /hostapd/{interface}/enableExtraBSS': {
    good: [[at('enableExtraBSS'), guests]],
    needsRadio: true,
  },
}
