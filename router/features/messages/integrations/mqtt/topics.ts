import { createHash } from 'node:crypto'
import type { MqttSettings } from '../../../../model/messages/integrations/settings.ts'
import { isMac } from '../../../../values/mac.ts'

/** A level of a topic that identifies a device: its MAC address without colons, or the digest of its WireGuard key. */
export const levelOf = (identity: string): string =>
  isMac(identity)
    ? identity.replaceAll(':', '')
    : `vpn_${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`

/** What Home Assistant identifies this router's devices by: other routers have other base topics. */
export const nodeOf = ({ BaseTopic }: Pick<MqttSettings, 'BaseTopic'>): string => BaseTopic.replaceAll('/', '_')

/** The topics below the base topic. */
export const topicsOf = ({ BaseTopic: base }: Pick<MqttSettings, 'BaseTopic'>) => ({
  /** `online` or `offline`. */
  status: `${base}/status`,
  test: `${base}/test`,
  uplink: (link: string): string => `${base}/uplink/${link}`,
  /** A state of a device; `level` as by `levelOf`. */
  device: (level: string, state: 'presence' | 'internet' | 'traffic'): string => `${base}/device/${level}/${state}`,
  /** The filter of all commands. */
  commands: `${base}/device/+/internet/set`,
  command: (level: string): string => `${base}/device/${level}/internet/set`,
  /** The filter of one state of every device, and the level of the device in such a topic. */
  presences: `${base}/device/+/presence`,
  /** The level of a device in a topic of this router; undefined for other topics. */
  levelIn(topic: string, state: 'presence' | 'internet/set'): string | undefined {
    const [start, end] = [`${base}/device/`, `/${state}`]
    return topic.startsWith(start) && topic.endsWith(end) ? topic.slice(start.length, -end.length) : undefined
  },
})

/** The topic that Home Assistant reads the description of a device from. `level`: of a device, or `router`. */
export const configTopic = (settings: Pick<MqttSettings, 'BaseTopic' | 'DiscoveryPrefix'>, level: string): string =>
  `${settings.DiscoveryPrefix}/device/${nodeOf(settings)}_${level}/config`
