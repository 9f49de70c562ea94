import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { emptyDevice } from '../../../../model/home/devices/device.ts'
import { defaultMqtt } from '../../../../model/messages/integrations/settings.ts'
import { deviceConfig, routerConfig } from './discovery.ts'

/** What Home Assistant accepts: https://www.home-assistant.io/integrations/mqtt/ and the page of each platform. */
const topic = z.string().regex(/^[^#+]+$/)
const common = {
  name: z.string().nullable(),
  unique_id: z.string().min(1),
  icon: z
    .string()
    .regex(/^mdi:[a-z-]+$/)
    .optional(),
  enabled_by_default: z.boolean().optional(),
  availability_topic: topic,
}
const described = [
  z.strictObject({
    platform: z.literal('device_tracker'),
    ...common,
    source_type: z.enum(['router', 'gps', 'bluetooth', 'bluetooth_le']),
    // Versions before 2027.1 read the state.
    ...{ state_topic: topic, payload_home: z.string(), payload_not_home: z.string() },
    // Later ones read the zones instead.
    ...{ json_attributes_topic: topic, json_attributes_template: z.string() },
  }),
  z.strictObject({
    platform: z.literal('binary_sensor'),
    ...common,
    state_topic: topic,
    device_class: z.enum(['connectivity']).optional(),
  }),
  z.strictObject({ platform: z.literal('switch'), ...common, state_topic: topic, command_topic: topic }),
  z.strictObject({
    platform: z.literal('sensor'),
    ...{ ...common, state_topic: topic, value_template: z.string(), suggested_display_precision: z.int().optional() },
    // Units of a device class.
    ...{ device_class: z.literal('data_size'), unit_of_measurement: z.literal('B') },
    state_class: z.literal('total_increasing'),
  }),
  z.strictObject({
    platform: z.literal('sensor'),
    ...{ ...common, state_topic: topic, value_template: z.string() },
    ...{ device_class: z.literal('data_rate'), unit_of_measurement: z.literal('B/s') },
    state_class: z.literal('measurement'),
  }),
]
/** With its platform alone, a component is removed. */
const removed = z.strictObject({ platform: z.enum(['switch', 'binary_sensor']) })
const Discovery = z.strictObject({
  device: z.strictObject({
    identifiers: z.array(z.string()).min(1),
    connections: z.array(z.tuple([z.string(), z.string()])).optional(),
    ...{ name: z.string(), manufacturer: z.string(), model: z.string().optional(), via_device: z.string().optional() },
  }),
  origin: z.strictObject({ name: z.string(), sw_version: z.string() }),
  components: z.record(z.string().regex(/^[A-Za-z0-9_-]+$/), z.union([...described, removed])),
})

test('Home Assistant accepts the description of devices and of the router', () => {
  const settings = { ...defaultMqtt(), BaseTopic: 'home/router' }
  const device = { ...emptyDevice(), Name: 'Ada’s "phone"', MAC: '02:11:22:33:44:55' }
  const peer = { ...emptyDevice(), WGPubKey: 'GhIfNnPMDv8Vkm3k1LvQ5Lwkm1qVzzZUnDnqcIcfI0U=' }
  const links = { name: 'router', links: ['wan0.35', 'wan1'], former: ['ppp0'] }
  const configs = [
    ...[false, true].flatMap((Control) =>
      [device, peer].map((one) => deviceConfig(one, { ...settings, Control }, '0.1.0')),
    ),
    routerConfig(links, settings, '0.1.0'),
  ]
  for (const config of configs) assert.deepEqual(Discovery.parse(JSON.parse(config)), JSON.parse(config))
})

test('the presence of a device is its state, and the zone that newer versions of Home Assistant read', () => {
  const { presence } = JSON.parse(deviceConfig({ ...emptyDevice(), MAC: '02:11:22:33:44:55' }, defaultMqtt(), '0.1.0'))
    .components as Record<string, Record<string, string>>
  assert.equal(presence?.json_attributes_topic, presence?.state_topic)
  assert.equal(
    presence?.json_attributes_template,
    `{{ {"in_zones": ["zone.home"] if value == "home" else []} | tojson }}`,
  )
})
