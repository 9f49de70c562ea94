import type { TemplateNames } from '../../../model/messages/alerts/render.ts'
import type { Facts } from '../../../store/facts.ts'

/** The devices of the home, for templates: by address, MAC address or VPN key. */
export const openTemplateNames = ({ devices }: Pick<Facts, 'devices'>): TemplateNames => ({
  deviceOf(value) {
    const device = devices.get(value) ?? devices.by('RecentIP', value) ?? devices.by('WGPubKey', value)
    return device && { name: device.Name, mac: device.MAC, ip: device.RecentIP }
  },
})
