import { netOf } from '../../../../router/model/firewall/config/configrule.ts'
import { overlap } from '../../../../router/values/subnet.ts'
import { firewallTexts as texts } from '../../../texts/firewall/firewall.ts'
import { type HomeView, isVacant } from './home.ts'
import { isOff, type Ruled } from './rule.ts'

/** Why a rule matches nothing as things are; undefined when it may match something, or rests anyway. */
export function whyIdle(ruled: Ruled, home: HomeView): string | undefined {
  if (isOff(ruled)) return undefined
  const { kind, rule } = ruled
  switch (kind) {
    case 'forward':
      // After the home's networks were changed, a device keeps its address until it renews its lease.
      if (home.devices.some(({ RecentIP }) => RecentIP === rule.DstIP)) return undefined
      return isVacant(rule.DstIP, home) ? texts.idle.noDevice(rule.DstIP) : strangers(rule.DstIP, home)
    case 'block':
    case 'block_forward':
    case 'block_output': {
      const vacant = [rule.SrcIP, rule.DstIP].find((text) => isVacant(text, home))
      return vacant === undefined ? undefined : texts.idle.noDevice(vacant)
    }
    case 'endpoint': {
      const held = new Set(home.devices.flatMap(({ DeviceTags }) => DeviceTags))
      if (!rule.Tags.some((tag) => held.has(tag))) return texts.idle.tags(rule.Tags)
      return rule.IP !== '' && isVacant(rule.IP, home) ? texts.idle.noDevice(rule.IP) : undefined
    }
    case 'custom_interface':
      return home.links && !home.links.includes(rule.Interface) ? texts.idle.link(rule.Interface) : undefined
    case 'service_port':
    case 'multicast':
      return undefined
  }
}

/** A forward leads into the home, or to what is behind another link; elsewhere nothing is let through. */
const strangers = (ip: string, { nets, behind }: HomeView): string | undefined =>
  [...nets, ...behind].some((net) => overlap(net, netOf(ip))) ? undefined : texts.idle.elsewhere(ip)
