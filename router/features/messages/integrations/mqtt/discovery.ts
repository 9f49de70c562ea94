import { type Device, keyOfDevice } from '../../../../model/home/devices/device.ts'
import type { MqttSettings } from '../../../../model/messages/integrations/settings.ts'
import { isMac } from '../../../../values/mac.ts'
import { levelOf, nodeOf, topicsOf } from './topics.ts'

type Settings = Pick<MqttSettings, 'BaseTopic' | 'Control'>
/** Components of Home Assistant by a key that is unique in their device. */
type Components = Record<string, object>

const ORIGIN = { name: 'Sallyport' }
const ROUTER = 'router'

/**
 * The description of a device for Home Assistant's MQTT discovery (one message for each device, since its version 2024.11):
 * presence, internet access and traffic.
 */
export function deviceConfig(device: Device, settings: Settings, version: string): string {
  const identity = keyOfDevice(device)
  const level = levelOf(identity)
  const topics = topicsOf(settings)
  const internet = { name: 'Internet', icon: 'mdi:web', state_topic: topics.device(level, 'internet') }
  const presence = topics.device(level, 'presence')
  const total = (name: string, field: string): object => ({
    ...{
      platform: 'sensor',
      name,
      device_class: 'data_size',
      unit_of_measurement: 'B',
      state_class: 'total_increasing',
    },
    ...{ suggested_display_precision: 0, enabled_by_default: false, ...traffic(field) },
  })
  const rate = (name: string, field: string): object => ({
    ...{ platform: 'sensor', name, device_class: 'data_rate', unit_of_measurement: 'B/s', state_class: 'measurement' },
    ...traffic(field),
  })
  const traffic = (field: string): object => ({
    state_topic: topics.device(level, 'traffic'),
    value_template: `{{ value_json.${field} }}`,
  })
  return configOf(settings, level, version, {
    device: {
      name: device.Name || identity,
      ...(isMac(identity) ? { connections: [['mac', identity]] } : {}),
      via_device: `${nodeOf(settings)}_${ROUTER}`,
    },
    components: {
      presence: {
        ...{ platform: 'device_tracker', name: null, source_type: 'router' },
        ...{ state_topic: presence, payload_home: AT_HOME, payload_not_home: AWAY },
        // Home Assistant 2027.1 and later read the zones of these attributes, and no state.
        ...{ json_attributes_topic: presence, json_attributes_template: ZONES },
      },
      // The other kind is empty: it is removed when the setting changes.
      ...(settings.Control
        ? {
            internet: { platform: 'switch', ...internet, command_topic: topics.command(level) },
            internet_allowed: { platform: 'binary_sensor' },
          }
        : { internet_allowed: { platform: 'binary_sensor', ...internet }, internet: { platform: 'switch' } }),
      download_rate: rate('Download', 'download_rate'),
      upload_rate: rate('Upload', 'upload_rate'),
      download: total('Downloaded', 'download'),
      upload: total('Uploaded', 'upload'),
    },
  })
}

/** The description of the router. `former`: links that are uplinks no more, which are removed. */
export function routerConfig(
  { name, links, former }: { name: string; links: readonly string[]; former: readonly string[] },
  settings: Settings,
  version: string,
): string {
  const topics = topicsOf(settings)
  return configOf(settings, ROUTER, version, {
    device: { name, model: 'Router' },
    components: Object.fromEntries([
      ...former.map((link) => [keyOfUplink(link), { platform: 'binary_sensor' }]),
      ...links.map((link) => [
        keyOfUplink(link),
        {
          ...{ platform: 'binary_sensor', name: `Internet (${link})`, device_class: 'connectivity' },
          state_topic: topics.uplink(link),
        },
      ]),
    ]),
  })
}

const keyOfUplink = (link: string): string => `uplink_${link.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`

export const AT_HOME = 'home'
export const AWAY = 'not_home'
const ZONES = `{{ {"in_zones": ["zone.home"] if value == "${AT_HOME}" else []} | tojson }}`

function configOf(
  settings: Settings,
  level: string,
  version: string,
  { device, components }: { readonly device: object; readonly components: Components },
): string {
  const id = `${nodeOf(settings)}_${level}`
  const availability = { availability_topic: topicsOf(settings).status }
  return JSON.stringify({
    device: { identifiers: [id], manufacturer: 'Sallyport', ...device },
    origin: { ...ORIGIN, sw_version: version },
    components: Object.fromEntries(
      Object.entries(components).map(([key, component]) => [
        key,
        // With its platform alone, a component is removed.
        Object.keys(component).length === 1 ? component : { unique_id: `${id}_${key}`, ...component, ...availability },
      ]),
    ),
  })
}
